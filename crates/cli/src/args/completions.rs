//! What can be typed after `megabatt completions`.

use clap::Args;
use clap_complete::Shell;

/// Print a script that completes megabatt's verbs and options in your shell.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  megabatt completions bash > ~/.local/share/bash-completion/completions/megabatt
      bash, from the next shell on
  megabatt completions zsh > ~/.zfunc/_megabatt
      zsh, if ~/.zfunc is in fpath before compinit runs
  megabatt completions fish > ~/.config/fish/completions/megabatt.fish
      fish
  megabatt completions powershell >> $PROFILE
      PowerShell

Exit codes: 0 printed, 2 there is no such shell.")]
pub struct CompletionsArgs {
    /// Whose completions
    #[arg(value_enum)]
    pub shell: Shell,
}
