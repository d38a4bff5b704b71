//! The words the operation table uses for arguments and results.
//!
//! They describe what an operation is meant for. They are advice for people, for the type checker and for
//! generators: an operation still runs on any value and fails as Python would.

/// A kind of value, as the signatures of the DSL name it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Type {
    Any,
    Bool,
    Int,
    /// Two ints, `(i, j)`.
    Pair,
    /// An int or a pair.
    Num,
    IntSet,
    Grid,
    /// A colour at a place: `(c, (i, j))`.
    Cell,
    /// A set of cells.
    Object,
    /// A set of objects.
    Objects,
    /// A set of pairs.
    Indices,
    /// A set of sets of pairs.
    IndicesSet,
    /// An object or indices.
    Patch,
    /// An object or a grid.
    Element,
    /// A grid or a patch.
    Piece,
    Tuple,
    TupleTuple,
    Set,
    /// A tuple or a set.
    Container,
    /// A container of containers.
    Containers,
    Func,
}

impl Type {
    /// Whether a grid is one.
    pub const fn may_be_grid(self) -> bool {
        matches!(self, Type::Grid | Type::Element | Type::Piece)
    }

    /// What it is, in a line.
    pub fn about(self) -> &'static str {
        match self {
            Type::Any => "anything",
            Type::Bool => "True or False; any value will do, 0 and empty containers being false",
            Type::Int => "a whole number: a colour, a row, a count",
            Type::Pair => "two ints (i, j): a place (row, column), a vector (down, right) or (height, width)",
            Type::Num => "an int or a pair of ints",
            Type::IntSet => "a set or tuple of ints",
            Type::Grid => "a tuple of rows, which are tuples of colours",
            Type::Cell => "a colour at a place: (c, (i, j))",
            Type::Object => "a set of cells (c, (i, j))",
            Type::Objects => "a set of objects",
            Type::Indices => "a set of places (i, j)",
            Type::IndicesSet => "a set of sets of places",
            Type::Patch => "a set of places, or an object",
            Type::Element => "an object or a grid",
            Type::Piece => "a grid, a set of places, or an object",
            Type::Tuple => "a tuple",
            Type::TupleTuple => "a tuple of tuples",
            Type::Set => "a frozenset",
            Type::Container => "a tuple or a set",
            Type::Containers => "a tuple or set of tuples or sets",
            Type::Func => "a function: an operation, or one made by compose and its kin",
        }
    }

    /// What it is called in a sentence.
    pub fn words(self) -> &'static str {
        match self {
            Type::Any => "anything",
            Type::Bool => "True or False",
            Type::Int => "an int",
            Type::Pair => "a pair of ints",
            Type::Num => "an int or a pair of ints",
            Type::IntSet => "a set of ints",
            Type::Grid => "a grid",
            Type::Cell => "a cell",
            Type::Object => "an object",
            Type::Objects => "a set of objects",
            Type::Indices => "a set of places",
            Type::IndicesSet => "a set of sets of places",
            Type::Patch => "an object or a set of places",
            Type::Element => "a grid or an object",
            Type::Piece => "a grid, an object or a set of places",
            Type::Tuple => "a tuple",
            Type::TupleTuple => "a tuple of tuples",
            Type::Set => "a set",
            Type::Container => "a tuple or a set",
            Type::Containers => "a container of containers",
            Type::Func => "a function",
        }
    }

    /// The name shown to people.
    pub fn name(self) -> &'static str {
        match self {
            Type::Any => "Any",
            Type::Bool => "Bool",
            Type::Int => "Int",
            Type::Pair => "Pair",
            Type::Num => "Num",
            Type::IntSet => "IntSet",
            Type::Grid => "Grid",
            Type::Cell => "Cell",
            Type::Object => "Object",
            Type::Objects => "Objects",
            Type::Indices => "Indices",
            Type::IndicesSet => "IndicesSet",
            Type::Patch => "Patch",
            Type::Element => "Element",
            Type::Piece => "Piece",
            Type::Tuple => "Tuple",
            Type::TupleTuple => "TupleTuple",
            Type::Set => "Set",
            Type::Container => "Container",
            Type::Containers => "Containers",
            Type::Func => "Func",
        }
    }
}

impl std::fmt::Display for Type {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}
