; The addresses by which a browser returns to the app, for the user or the machine that it is installed for.
; electron-builder's installer.nsi calls the two macros.

!macro customInstall
  WriteRegStr SHELL_CONTEXT "Software\Classes\compute-desk" "" "URL:Compute Desk"
  WriteRegStr SHELL_CONTEXT "Software\Classes\compute-desk" "URL Protocol" ""
  WriteRegStr SHELL_CONTEXT "Software\Classes\compute-desk\DefaultIcon" "" "$INSTDIR\${APP_EXECUTABLE_FILENAME},0"
  WriteRegStr SHELL_CONTEXT "Software\Classes\compute-desk\shell\open\command" "" '"$INSTDIR\${APP_EXECUTABLE_FILENAME}" "%1"'
!macroend

!macro customUnInstall
  DeleteRegKey SHELL_CONTEXT "Software\Classes\compute-desk"
!macroend
