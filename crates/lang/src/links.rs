//! Which function of the file uses which.

use crate::globals::{Binding, Globals};
use foldhash::HashSet as QuickSet;
use std::ops::Range;

/// The uses among the functions of a file, and an order in which to load them.
pub(crate) struct Links {
    /// Per function: the functions it uses, and where it does so first.
    pub uses: Vec<Vec<(usize, Range<usize>)>>,
    /// Every current function, used ones before their users.
    pub order: Vec<usize>,
    /// Per function: whether it is used by another one.
    pub used: Vec<bool>,
    /// Per function: the group of functions that use each other in a ring. Alone in its group is the rule.
    group: Vec<usize>,
}

impl Links {
    pub fn new(globals: &Globals<'_>) -> Links {
        let n = globals.functions.len();
        let mut links =
            Links { uses: vec![Vec::new(); n], order: Vec::new(), used: vec![false; n], group: vec![usize::MAX; n] };
        for (i, function) in globals.functions.iter().enumerate().filter(|(i, _)| globals.is_current(*i)) {
            let mut seen = QuickSet::default();
            let params: QuickSet<&str> =
                function.def.iter().flat_map(|def| def.parameters.iter()).map(|p| p.name().as_str()).collect();
            for (name, at) in &function.names.used {
                let is_local = || params.contains(name) || function.names.bound.contains_key(name);
                if let Some(&Binding::Function(j)) = globals.bindings.get(*name)
                    && !is_local()
                    && seen.insert(j)
                {
                    links.uses[i].push((j, at.clone()));
                    links.used[j] |= i != j;
                }
            }
        }
        let current: Vec<usize> = (0..n).filter(|&i| globals.is_current(i)).collect();
        links.sort(&current);
        links
    }

    /// Where a function uses itself, directly or by way of others.
    pub fn ring(&self, function: usize) -> Option<(usize, Range<usize>)> {
        self.uses[function].iter().find(|(j, _)| self.group[*j] == self.group[function]).cloned()
    }

    /// Tarjan's strongly connected components, with a stack of its own: a file may chain 100,000 functions.
    fn sort(&mut self, roots: &[usize]) {
        let n = self.uses.len();
        let (mut index, mut low) = (vec![usize::MAX; n], vec![usize::MAX; n]);
        let mut on_stack = vec![false; n];
        let mut stack = Vec::new();
        let mut next = 0;
        for &root in roots {
            if index[root] != usize::MAX {
                continue;
            }
            let mut work = vec![(root, 0)];
            while let Some((v, edge)) = work.pop() {
                if edge == 0 {
                    (index[v], low[v]) = (next, next);
                    next += 1;
                    stack.push(v);
                    on_stack[v] = true;
                } else {
                    let (w, _) = self.uses[v][edge - 1];
                    if on_stack[w] {
                        low[v] = low[v].min(low[w]);
                    }
                }
                match self.uses[v].get(edge) {
                    Some(&(w, _)) => {
                        work.push((v, edge + 1));
                        if index[w] == usize::MAX {
                            work.push((w, 0));
                        }
                    }
                    None if low[v] == index[v] => {
                        while let Some(w) = stack.pop() {
                            on_stack[w] = false;
                            self.group[w] = v;
                            self.order.push(w);
                            if w == v {
                                break;
                            }
                        }
                    }
                    None => {}
                }
            }
        }
    }
}
