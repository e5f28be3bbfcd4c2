// Starts `flagfall lsp`; everything else is the server's.
const { workspace } = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

exports.activate = function () {
  const command = workspace.getConfiguration("flagfall").get("path") || "flagfall";
  const documentSelector = [{ language: "pgn" }, { language: "toml" }, { language: "trf" }];
  client = new LanguageClient("flagfall", "flagfall", { command, args: ["lsp"] }, { documentSelector });
  return client.start();
};

exports.deactivate = function () {
  return client && client.stop();
};
