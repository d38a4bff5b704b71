//! What inputs look like: sizes, colours, objects, noise, symmetry.

use super::Rng;
use super::shapes;
use crate::data::MAX_SIDE;
use megabatt_core::Grid;

/// Where inputs come from.
pub trait Inputs: Sync {
    /// The next input; it depends on nothing but the stream.
    fn draw(&self, rng: &mut Rng) -> Grid;
}

/// From a least to a most, both included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    pub least: usize,
    pub most: usize,
}

impl Span {
    pub fn new(least: usize, most: usize) -> Span {
        Span { least, most }
    }
}

/// Random grids: objects on a background, then noise, then symmetry.
#[derive(Clone, Debug, PartialEq)]
pub struct Distribution {
    pub heights: Span,
    pub widths: Span,
    /// The colours in use; without the background's they are those of objects and noise.
    pub colours: Vec<u8>,
    /// `None`: each grid has one of the colours.
    pub background: Option<u8>,
    /// How many objects a grid has. They do not touch; where there is no room left for one, it is left out.
    pub objects: Span,
    /// How much of a grid is noise: the probability of each cell to get another colour.
    pub density: f64,
    /// Each grid is symmetric: left and right, up and down, both, or along a diagonal if it is a square.
    pub symmetric: bool,
}

impl Default for Distribution {
    fn default() -> Distribution {
        Distribution {
            heights: Span::new(3, 10),
            widths: Span::new(3, 10),
            colours: (0..=9).collect(),
            background: Some(0),
            objects: Span::new(1, 5),
            density: 0.0,
            symmetric: false,
        }
    }
}

/// A distribution that no grid is of.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum DistributionError {
    #[error("{what} from {least} to {most} are not possible\n  help: grids are 1 to 30 high and wide")]
    Side { what: &'static str, least: usize, most: usize },
    #[error("{least} to {most} objects are not possible\n  help: a grid has at most 900 cells, so at most 900 objects")]
    Objects { least: usize, most: usize },
    #[error("{0} is not a colour\n  help: colours are 0 to 9")]
    NotAColour(u8),
    #[error("there is no colour but the background's\n  help: add colours, or ask for neither objects nor noise")]
    NoColours,
    #[error("{0} is not a density\n  help: a density is between 0 (no noise) and 1 (every cell)")]
    Density(f64),
}

impl Distribution {
    /// Whether it is possible at all; [`Inputs::draw`] relies on it.
    pub fn check(&self) -> Result<(), DistributionError> {
        for (what, Span { least, most }) in [("heights", self.heights), ("widths", self.widths)] {
            if least < 1 || least > most || most > MAX_SIDE {
                return Err(DistributionError::Side { what, least, most });
            }
        }
        let Span { least, most } = self.objects;
        if least > most || most > MAX_SIDE * MAX_SIDE {
            return Err(DistributionError::Objects { least, most });
        }
        if !(0.0..=1.0).contains(&self.density) {
            return Err(DistributionError::Density(self.density));
        }
        if let Some(&wrong) = self.colours.iter().chain(&self.background).find(|&&colour| colour > 9) {
            return Err(DistributionError::NotAColour(wrong));
        }
        let others = match self.background {
            Some(background) => self.colours.iter().any(|&colour| colour != background),
            None => self.colours.iter().any(|&colour| colour != self.colours[0]),
        };
        let needed = most > 0 || self.density > 0.0 || self.background.is_none();
        if needed && !others { Err(DistributionError::NoColours) } else { Ok(()) }
    }
}

impl Inputs for Distribution {
    fn draw(&self, rng: &mut Rng) -> Grid {
        let (height, width) = (rng.within(self.heights), rng.within(self.widths));
        let background = self.background.unwrap_or_else(|| rng.pick(&self.colours).unwrap_or(0));
        let colours: Vec<u8> = self.colours.iter().copied().filter(|&colour| colour != background).collect();
        let mut canvas = Canvas { height, width, cells: vec![background as i8; height * width] };
        let mut free = vec![true; height * width];
        for _ in 0..rng.within(self.objects) {
            canvas.add_object(rng, &colours, &mut free);
        }
        for cell in &mut canvas.cells {
            if self.density > 0.0 && rng.chance(self.density) {
                *cell = rng.pick(&colours).unwrap_or(background) as i8;
            }
        }
        if self.symmetric {
            canvas.mirror(rng);
        }
        Grid::new(height, width, canvas.cells)
    }
}

struct Canvas {
    height: usize,
    width: usize,
    cells: Vec<i8>,
}

impl Canvas {
    /// Puts an object where it touches no other, if such a place turns up soon.
    fn add_object(&mut self, rng: &mut Rng, colours: &[u8], free: &mut [bool]) {
        const PLACES_TRIED: usize = 20;
        /// One object in this many has two colours.
        const TWO_COLOURED: usize = 5;
        let Some(first) = rng.pick(colours) else { return };
        let second = if rng.below(TWO_COLOURED) == 0 { rng.pick(colours).unwrap_or(first) } else { first };
        for _ in 0..PLACES_TRIED {
            let object = shapes::draw(rng, self.height, self.width);
            if object.iter().any(|&(i, j)| !free[i * self.width + j]) {
                continue;
            }
            for &(i, j) in &object {
                let colour = if first != second && rng.chance(0.5) { second } else { first };
                self.cells[i * self.width + j] = colour as i8;
                for ni in i.saturating_sub(1)..(i + 2).min(self.height) {
                    for nj in j.saturating_sub(1)..(j + 2).min(self.width) {
                        free[ni * self.width + nj] = false;
                    }
                }
            }
            return;
        }
    }

    fn mirror(&mut self, rng: &mut Rng) {
        let (height, width) = (self.height, self.width);
        let kinds = if height == width { 4 } else { 3 };
        let kind = rng.below(kinds);
        for i in 0..height {
            for j in 0..width {
                let (si, sj) = match kind {
                    0 => (i, j.min(width - 1 - j)),
                    1 => (i.min(height - 1 - i), j),
                    2 => (i.min(height - 1 - i), j.min(width - 1 - j)),
                    _ => (i.min(j), i.max(j)),
                };
                self.cells[i * width + j] = self.cells[si * width + sj];
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn draws(distribution: &Distribution, n: usize) -> Vec<Grid> {
        assert_eq!(distribution.check(), Ok(()));
        let mut rng = Rng::new(&["test"]);
        (0..n).map(|_| distribution.draw(&mut rng)).collect()
    }

    #[test]
    fn sizes_and_colours_stay_inside_and_all_of_them_come() {
        let wanted = Distribution {
            heights: Span::new(2, 4),
            widths: Span::new(5, 6),
            colours: vec![1, 3, 7],
            background: Some(3),
            density: 0.2,
            ..Distribution::default()
        };
        let grids = draws(&wanted, 300);
        for side in 2..=4 {
            assert!(grids.iter().any(|grid| grid.height() == side));
        }
        assert!(grids.iter().all(|g| (2..=4).contains(&g.height()) && (5..=6).contains(&g.width())));
        assert!(grids.iter().flat_map(|g| g.cells()).all(|cell| [1, 3, 7].contains(cell)));
    }

    #[test]
    fn without_objects_and_noise_a_grid_is_background() {
        let wanted = Distribution { objects: Span::new(0, 0), background: Some(4), ..Distribution::default() };
        assert!(draws(&wanted, 20).iter().all(|g| g.cells().iter().all(|&cell| cell == 4)));
        let noise = Distribution { density: 1.0, ..wanted };
        assert!(draws(&noise, 20).iter().all(|g| g.cells().iter().all(|&cell| cell != 4)));
    }

    #[test]
    fn any_background_is_one_of_the_colours() {
        let wanted =
            Distribution { background: None, colours: vec![2, 5], objects: Span::new(0, 0), ..Distribution::default() };
        let seen: Vec<i8> = draws(&wanted, 50).iter().map(|g| g.at(0, 0)).collect();
        assert!(seen.contains(&2) && seen.contains(&5) && seen.iter().all(|c| [2, 5].contains(c)));
    }

    #[test]
    fn symmetric_grids_are() {
        let wanted = Distribution { symmetric: true, density: 0.5, ..Distribution::default() };
        for g in draws(&wanted, 200) {
            let (h, w) = (g.height(), g.width());
            let same = |f: &dyn Fn(usize, usize) -> (usize, usize)| {
                (0..h).all(|i| (0..w).all(|j| g.at(i, j) == g.at(f(i, j).0, f(i, j).1)))
            };
            let sides = same(&|i, j| (i, w - 1 - j)) || same(&|i, j| (h - 1 - i, j));
            assert!(sides || (h == w && same(&|i, j| (j, i))), "{g:?}");
        }
    }

    #[test]
    fn what_is_not_possible_is_refused() {
        let good = Distribution::default;
        let side = |least, most| Distribution { heights: Span::new(least, most), ..good() }.check().is_err();
        assert!(side(0, 3) && side(4, 3) && side(1, 31) && !side(1, 30));
        assert!(Distribution { density: f64::NAN, ..good() }.check().is_err());
        assert!(Distribution { colours: vec![12], ..good() }.check().is_err());
        assert!(Distribution { colours: vec![0], ..good() }.check().is_err());
        assert!(Distribution { colours: vec![], background: None, ..good() }.check().is_err());
        assert!(Distribution { objects: Span::new(3, 2), ..good() }.check().is_err());
        assert!(Distribution { objects: Span::new(0, 901), ..good() }.check().is_err());
    }
}
