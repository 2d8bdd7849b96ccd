@echo off
rem Opens the links of tables (tavoloverde:...) with this program, for this person, wherever its folder is.
reg add "HKCU\Software\Classes\tavoloverde" /ve /d "URL:Tavolo Verde" /f >nul
reg add "HKCU\Software\Classes\tavoloverde" /v "URL Protocol" /d "" /f >nul
reg add "HKCU\Software\Classes\tavoloverde\shell\open\command" /ve /d "\"%~dp0tavoloverde.exe\" \"%%1\"" /f >nul
echo Links of tables open Tavolo Verde. To undo this, delete HKCU\Software\Classes\tavoloverde in the registry.
