//! The kinds of message, each with a name that people can look for and silence.

use miette::Severity;

macro_rules! codes {
    ($( $variant:ident = $name:literal, $severity:ident, $about:literal; )*) => {
        /// What a message is about.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Code { $( $variant, )* }

        impl Code {
            /// All codes, the gravest first.
            pub const ALL: &[Code] = &[ $( Code::$variant, )* ];

            /// The name people see and type.
            pub fn name(self) -> &'static str {
                match self { $( Code::$variant => $name, )* }
            }

            /// How grave it is when `check` reports it.
            pub fn severity(self) -> Severity {
                match self { $( Code::$variant => Severity::$severity, )* }
            }

            /// One line on what it means.
            pub fn about(self) -> &'static str {
                match self { $( Code::$variant => $about, )* }
            }
        }
    };
}

codes! {
    NotText = "not-text", Error, "the file is not UTF-8 text, or too large";
    Syntax = "syntax", Error, "not valid Python";
    Unsupported = "unsupported", Error, "Python that programs cannot have";
    UnknownName = "unknown-name", Error, "a name that nothing stands behind";
    UsedTooEarly = "used-too-early", Error, "a name used before it has a value";
    HelperFailed = "helper-failed", Error, "uses a function that did not load";
    Recursion = "recursion", Error, "a function that calls itself";
    Import = "import", Error, "an import that megabatt does not run";
    WrongArity = "wrong-arity", Error, "a call with the wrong number of arguments";
    WrongKeyword = "wrong-keyword", Error, "a call with a keyword the function does not have";
    TypeError = "type-error", Error, "a call that raises whatever the grid is: an argument is of the wrong kind";
    AlwaysFails = "always-fails", Error, "a call that raises whatever the grid is: an argument has an impossible value";
    FailsWhenCalled = "fails-when-called", Warning, "a function that raises whatever it is called with";
    FailsUnlessEmpty = "fails-unless-empty", Warning, "a call that raises unless its container is empty";
    DeadLine = "dead-line", Warning, "a line whose value the result does not depend on";
    RepeatedLine = "repeated-line", Warning, "a line that works out what an earlier line did";
    SameProgram = "same-program", Warning, "two programs with the same steps";
    NoReturn = "no-return", Warning, "a function that returns None";
    Unreachable = "unreachable", Warning, "lines after `return`";
    DefinedTwice = "defined-twice", Warning, "a function that a later definition replaces";
    NotAProgram = "not-a-program", Warning, "a function that takes no grid and that nothing uses";
    NotRun = "not-run", Warning, "a statement outside of functions, which is skipped";
    ForeignName = "foreign-name", Warning, "an operation imported from a module that is not the DSL";
    Simplify = "simplify", Advice, "a line that can be written more simply";
    RepeatedExpression = "repeated-expression", Advice, "an expression that an earlier one has worked out";
    EqualProgram = "equal-program", Advice, "two programs that give the same value where both give one";
}

impl Code {
    pub fn from_name(name: &str) -> Option<Code> {
        Code::ALL.iter().copied().find(|code| code.name() == name)
    }
}

impl std::fmt::Display for Code {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}
