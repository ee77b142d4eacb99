"""SCP03 wrapping in Python on PyCryptodome, the library that pySim uses: a stand-in for pySim, without its APDU objects, and faster.

Reads a JSON task from standard input, prints {"seconds": S, "sha256": of all wrapped commands}.
"""

import hashlib
import json
import logging
import sys
import time

from Cryptodome.Cipher import AES
from Cryptodome.Hash import CMAC


log = logging.getLogger(__name__)


def pad(data):
    padded = data + b"\x80"
    return padded + bytes(-len(padded) % 16)


class Channel:
    def __init__(self, task):
        self.s_enc = bytes.fromhex(task["sEnc"])
        self.s_mac = bytes.fromhex(task["sMac"])
        self.encrypts = bool(task["level"] & 2)
        self.chain = bytes(16)
        self.counter = 0

    def wrap(self, header, data):
        log.debug("wrap(%s)", (header + data).hex())
        self.counter += 1
        if self.encrypts:
            block = self.counter.to_bytes(16, "big")
            icv = AES.new(self.s_enc, AES.MODE_CBC, bytes(16)).encrypt(block)
            log.debug("icv(%s) -> %s", block.hex(), icv.hex())
            data = AES.new(self.s_enc, AES.MODE_CBC, icv).encrypt(pad(data))
        command = bytes([header[0] | 4, header[1], header[2], header[3], len(data) + 8]) + data
        self.chain = CMAC.new(self.s_mac, self.chain + command, ciphermod=AES).digest()
        return command + self.chain[:8]


task = json.load(sys.stdin)
channel = Channel(task)
header = bytes.fromhex("80e80000")
data = bytes(task["dataLength"])
digest = hashlib.sha256()
started = time.process_time()
for _ in range(task["commands"]):
    channel.wrap(header, data)
seconds = time.process_time() - started
again = Channel(task)
for _ in range(task["commands"]):
    digest.update(again.wrap(header, data))
json.dump({"seconds": seconds, "sha256": digest.hexdigest()}, sys.stdout)
