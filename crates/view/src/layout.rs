//! Blocks beside and under each other.

use crate::block::{Block, Line};

/// The blocks from left to right, `gap` columns apart, tops in line.
pub fn join(blocks: &[Block], gap: usize) -> Block {
    let height = blocks.iter().map(Block::height).max().unwrap_or(0);
    (0..height)
        .map(|n| {
            let mut line = Line::new();
            let mut start = 0;
            for block in blocks {
                line.pad(start);
                if let Some(part) = block.lines().get(n) {
                    line.append(part);
                }
                start += block.width() + gap;
            }
            line
        })
        .collect()
}

/// The width of [`join`].
pub(crate) fn joined_width(blocks: &[Block], gap: usize) -> usize {
    blocks.iter().map(Block::width).sum::<usize>() + gap * blocks.len().saturating_sub(1)
}

/// The blocks from left to right as long as they fit, then in further rows, with an empty line between rows. A block
/// that is too wide by itself gets a row of its own.
pub fn beside(blocks: Vec<Block>, gap: usize, max_width: usize) -> Block {
    let mut rows: Vec<Vec<Block>> = Vec::new();
    for block in blocks.into_iter().filter(|block| !block.is_empty()) {
        match rows.last_mut() {
            Some(row) if joined_width(row, gap) + gap + block.width() <= max_width => row.push(block),
            _ => rows.push(vec![block]),
        }
    }
    let mut all = Block::new();
    for row in rows {
        if !all.is_empty() {
            all.push(Line::new());
        }
        all.append(join(&row, gap));
    }
    all
}

/// Two blocks with a sign between them (at the middle of the higher one) if that fits, else under each other with
/// the other sign between.
pub fn side_by_side(left: Block, right: Block, across: Line, down: Line, max_width: usize) -> Block {
    if left.width() + across.width() + right.width() + 2 <= max_width {
        let middle = left.height().max(right.height()).saturating_sub(1) / 2;
        let mut sign: Block = (0..middle).map(|_| Line::new()).collect();
        sign.push(across);
        return join(&[left, sign, right], 1);
    }
    let mut all = left;
    all.push(down);
    all.append(right);
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::screen::ColourMode::Plain;

    #[test]
    fn blocks_wrap_where_they_do_not_fit() {
        let blocks = ["aaa\naaa", "bb", "cccc"].map(Block::text).to_vec();
        assert_eq!(beside(blocks.clone(), 1, 20).render(Plain), "aaa bb cccc\naaa\n");
        assert_eq!(beside(blocks.clone(), 1, 8).render(Plain), "aaa bb\naaa\n\ncccc\n");
        assert_eq!(beside(blocks, 1, 2).height(), 2 + 1 + 1 + 1 + 1);
    }
}
