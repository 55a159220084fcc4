; What the installer registers, for the user or the machine that it is installed for: the addresses by which a browser
; returns to the app, and the files that it opens. electron-builder's own script would make the app the program for .p12
; and .pfx, which Windows' certificate wizard opens, and leave that behind; here the app is one more program under
; "Open with" (OpenWithProgids), and removing it gives everything back. electron-builder's installer.nsi calls the two
; macros; scripts/package/msi-protocol.ts has the same for the MSI.

!macro customInstall
  WriteRegStr SHELL_CONTEXT "Software\Classes\compute-desk" "" "URL:Compute Desk"
  WriteRegStr SHELL_CONTEXT "Software\Classes\compute-desk" "URL Protocol" ""
  WriteRegStr SHELL_CONTEXT "Software\Classes\compute-desk\DefaultIcon" "" "$INSTDIR\${APP_EXECUTABLE_FILENAME},0"
  WriteRegStr SHELL_CONTEXT "Software\Classes\compute-desk\shell\open\command" "" '"$INSTDIR\${APP_EXECUTABLE_FILENAME}" "%1"'

  WriteRegStr SHELL_CONTEXT "Software\Classes\ComputeDesk.Certificate.1" "" "PKCS#12 certificate"
  WriteRegStr SHELL_CONTEXT "Software\Classes\ComputeDesk.Certificate.1\DefaultIcon" "" "$INSTDIR\${APP_EXECUTABLE_FILENAME},0"
  WriteRegStr SHELL_CONTEXT "Software\Classes\ComputeDesk.Certificate.1\shell\open\command" "" '"$INSTDIR\${APP_EXECUTABLE_FILENAME}" "%1"'
  WriteRegStr SHELL_CONTEXT "Software\Classes\ComputeDesk.System.1" "" "Compute Desk system"
  WriteRegStr SHELL_CONTEXT "Software\Classes\ComputeDesk.System.1\DefaultIcon" "" "$INSTDIR\${APP_EXECUTABLE_FILENAME},0"
  WriteRegStr SHELL_CONTEXT "Software\Classes\ComputeDesk.System.1\shell\open\command" "" '"$INSTDIR\${APP_EXECUTABLE_FILENAME}" "%1"'

  WriteRegStr SHELL_CONTEXT "Software\Classes\.p12\OpenWithProgids" "ComputeDesk.Certificate.1" ""
  WriteRegStr SHELL_CONTEXT "Software\Classes\.pfx\OpenWithProgids" "ComputeDesk.Certificate.1" ""
  ; Nobody else knows these.
  WriteRegStr SHELL_CONTEXT "Software\Classes\.computedesk" "" "ComputeDesk.System.1"
  WriteRegStr SHELL_CONTEXT "Software\Classes\.computedesk\OpenWithProgids" "ComputeDesk.System.1" ""
!macroend

!macro customUnInstall
  DeleteRegKey SHELL_CONTEXT "Software\Classes\compute-desk"
  DeleteRegKey SHELL_CONTEXT "Software\Classes\ComputeDesk.Certificate.1"
  DeleteRegKey SHELL_CONTEXT "Software\Classes\ComputeDesk.System.1"
  DeleteRegValue SHELL_CONTEXT "Software\Classes\.p12\OpenWithProgids" "ComputeDesk.Certificate.1"
  DeleteRegValue SHELL_CONTEXT "Software\Classes\.pfx\OpenWithProgids" "ComputeDesk.Certificate.1"
  DeleteRegValue SHELL_CONTEXT "Software\Classes\.computedesk\OpenWithProgids" "ComputeDesk.System.1"
  ReadRegStr $R0 SHELL_CONTEXT "Software\Classes\.computedesk" ""
  ${if} $R0 == "ComputeDesk.System.1"
    DeleteRegKey SHELL_CONTEXT "Software\Classes\.computedesk"
  ${endIf}
  ; What the app itself has written of its program for this user.
  ReadRegStr $R0 HKCU "Software\Classes\compute-desk\shell\open\command" ""
  ${if} $R0 == '"$INSTDIR\${APP_EXECUTABLE_FILENAME}" "%1"'
    DeleteRegKey HKCU "Software\Classes\compute-desk"
  ${endIf}
  ; An upgrade runs this as well, and keeps what the user chose.
  ${ifNot} ${isUpdated}
    DeleteRegValue HKCU "Software\Microsoft\Windows\CurrentVersion\Run" "app.compute-desk"
    DeleteRegValue HKCU "Software\Microsoft\Windows\CurrentVersion\Explorer\StartupApproved\Run" "app.compute-desk"
    DeleteRegKey HKCU "Software\Classes\AppUserModelId\app.compute-desk"
    DeleteRegKey HKCU "Software\Classes\CLSID\{7E0B3C52-9E0A-4B0B-8E5C-5E1D0D3B7A64}"
  ${endIf}
!macroend
