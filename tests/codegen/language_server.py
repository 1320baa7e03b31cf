"""A client of yaml-language-server, what VS Code and most other editors check and complete YAML with."""

import json
import os
import queue
import shutil
import subprocess
import threading
from pathlib import Path
from typing import Any

COMMAND = os.environ.get("YAML_LANGUAGE_SERVER") or shutil.which("yaml-language-server") or ""
SECONDS = 60


class LanguageServer:
    """The server, with files opened in it."""

    def __init__(self) -> None:
        self.process = subprocess.Popen(
            [COMMAND, "--stdio"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )
        self.messages: queue.Queue[dict[str, Any]] = queue.Queue()
        self.count = 0
        threading.Thread(target=self._read, daemon=True).start()
        self.ask("initialize", {"processId": None, "rootUri": None, "capabilities": CAPABILITIES})
        self._send({"method": "initialized", "params": {}})

    def close(self) -> None:
        """End the server."""
        self.process.kill()
        self.process.wait()

    def open(self, path: Path, text: str) -> list[dict[str, Any]]:
        """Open a file with this text, which need not be on disk; return what is underlined."""
        uri = path.as_uri()
        document = {"uri": uri, "languageId": "yaml", "version": 1, "text": text}
        self._send({"method": "textDocument/didOpen", "params": {"textDocument": document}})
        while True:
            message = self._next()
            if message.get("method") == "textDocument/publishDiagnostics" and message["params"]["uri"] == uri:
                return list(message["params"]["diagnostics"])

    def complete(self, path: Path, line: int, column: int) -> dict[str, dict[str, Any]]:
        """Return what is offered at a place of an open file, by label."""
        found = self.ask("textDocument/completion", _place(path, line, column))
        return {item["label"]: item for item in (found["items"] if isinstance(found, dict) else found)}

    def hover(self, path: Path, line: int, column: int) -> str:
        """Return the text that is shown for a place of an open file."""
        return str(self.ask("textDocument/hover", _place(path, line, column))["contents"]["value"])

    def ask(self, method: str, params: Any) -> Any:
        """Send a request and wait for its answer."""
        self.count += 1
        self._send({"id": self.count, "method": method, "params": params})
        while True:
            message = self._next()
            if message.get("id") == self.count and "method" not in message:
                assert "error" not in message, message
                return message["result"]

    def _next(self) -> dict[str, Any]:
        message = self.messages.get(timeout=SECONDS)
        if "method" in message and "id" in message:  # the server asks for settings: it gets none
            items = (
                message["params"].get("items", []) if message["method"] == "workspace/configuration" else []
            )
            self._send({"id": message["id"], "result": [None for _ in items]})
        return message

    def _send(self, message: dict[str, Any]) -> None:
        data = json.dumps({"jsonrpc": "2.0", **message}).encode()
        assert self.process.stdin is not None
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(data), data))
        self.process.stdin.flush()

    def _read(self) -> None:
        stream = self.process.stdout
        assert stream is not None
        while True:
            length = 0
            while line := stream.readline().strip():
                if line.lower().startswith(b"content-length:"):
                    length = int(line.split(b":")[1])
            if not length:
                return
            self.messages.put(json.loads(stream.read(length)))


def _place(path: Path, line: int, column: int) -> dict[str, Any]:
    return {"textDocument": {"uri": path.as_uri()}, "position": {"line": line, "character": column}}


CAPABILITIES = {
    "textDocument": {
        "completion": {"completionItem": {"snippetSupport": True, "documentationFormat": ["markdown"]}},
        "hover": {"contentFormat": ["markdown"]},
        "publishDiagnostics": {},
    },
    "workspace": {"configuration": True},
}
