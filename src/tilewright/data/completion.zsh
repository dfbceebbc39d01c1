#compdef tilewright
# Completion of tilewright for zsh: `eval "$(tilewright completion zsh)"` in ~/.zshrc, after compinit.
_tilewright() {
  local command=$words[2] first=3
  case $command in @GROUPS@) command="$command $words[3]"; first=4 ;; esac
  if (( CURRENT < first )); then
    local -a found
    case $CURRENT:$words[2] in
@LISTS@
      2:*) found=(@COMMANDS@) ;;
    esac
    _describe command found
    return
  fi
  shift $(( first - 2 )) words
  (( CURRENT -= first - 2 ))
  case $command in
@SPECS@
  esac
}
compdef _tilewright tilewright
