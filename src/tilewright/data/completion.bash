# Completion of tilewright for bash: `eval "$(tilewright completion bash)"` in ~/.bashrc.
_tilewright() {
  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} command=${COMP_WORDS[1]} first=2
  COMPREPLY=()
  case $command in @GROUPS@) command="$command ${COMP_WORDS[2]}"; first=3 ;; esac
  if (( COMP_CWORD < first )); then
    case ${COMP_CWORD}:${COMP_WORDS[1]} in
@LISTS@
      1:*) COMPREPLY=($(compgen -W '@COMMANDS@' -- "$word")) ;;
    esac
    return
  fi
  case "$command $before" in
@VALUES@
  esac
  if [[ $word == -* ]]; then
    case $command in
@OPTIONS@
    esac
    return
  fi
  case $command in
@ARGUMENTS@
  esac
}
complete -o filenames -F _tilewright tilewright
