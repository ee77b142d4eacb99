import { concat, toHex } from '../bytes.ts'
import { ProtocolError } from '../errors.ts'
import type { PacketKeys } from '../scp80/algorithms.ts'
import { openCommand, parseCommand, sealCommand } from '../scp80/command-packet.ts'
import type { CommandHeader } from '../scp80/command-packet.ts'
import { openResponse, sealResponse } from '../scp80/response-packet.ts'
import { compactScript, expandedResult, expandedScript } from '../scp80/scripts.ts'
import { spi } from '../scp80/spi.ts'
import { MessageAssembler } from '../sms/concatenation.ts'
import { smsDeliver } from '../sms/tpdu.ts'
import { elementId, encodeUserData, holdsPacket } from '../sms/user-data.ts'
import { fieldsList, hex, label, nested, optionalHex, optionalNumber, runVector } from './fields.ts'
import type { Differences, Fields } from './fields.ts'
import type { VectorResult } from './result.ts'

const commandElement = { id: elementId.commandPacket, data: new Uint8Array(0) }
const number = (octets: Uint8Array): number => octets.reduce((sum, octet) => sum * 256 + octet, 0)

function keysOf(vector: Fields, checksumLength: number): PacketKeys {
  return { kic: optionalHex(vector, 'kicKey'), kid: optionalHex(vector, 'kidKey'), macLength: checksumLength === 4 ? 4 : 8 }
}

/** Writes, parses and opens a command packet. */
function runCommandPacket(vector: Fields, differences: Differences): void {
  const packet = hex(vector, 'commandPacket')
  const keys = keysOf(vector, optionalNumber(vector, 'ccLen') ?? 0)
  const [kic, kid] = [number(hex(vector, 'kic')), number(hex(vector, 'kid'))]
  const command = { spi: spi.decode(hex(vector, 'spi')), kic, kid, tar: hex(vector, 'tar') }
  const [counter, data] = [number(hex(vector, 'cntr')), hex(vector, 'securedData')]
  differences.bytes('packet', sealCommand({ ...command, counter, data }, keys), packet)

  const parsed = parseCommand(packet)
  differences.bytes('SPI', spi.encode(parsed.spi), hex(vector, 'spi'))
  differences.bytes('TAR', parsed.tar, command.tar)
  differences.number('KIc', parsed.kic, kic)
  differences.number('KID', parsed.kid, kid)
  differences.number('checksum length', parsed.checksumLength, optionalNumber(vector, 'ccLen'))
  const opened = openCommand(parsed, keys)
  differences.number('counter', opened.counter, counter)
  differences.number('padding counter', opened.paddingCounter, optionalNumber(vector, 'pcntr'))
  differences.bytes('data', opened.data, data)

  const tpdu = optionalHex(vector, 'smsDeliverTpdu')
  if (!tpdu) return
  // The sources write the start of these messages by hand, with lengths that no receiver accepts: only the user data is compared.
  const userData = encodeUserData({ elements: [commandElement], data: packet })
  differences.bytes('user data', tpdu.subarray(-userData.length), userData)
}

const algorithms: Readonly<Record<string, number>> = { '3des2': 0x05, aes: 0x02 }

/** Writes and opens a response packet. */
function runResponsePacket(vector: Fields, differences: Differences): void {
  const { alg } = vector
  const octet = typeof alg === 'string' ? algorithms[alg] : undefined
  if (octet === undefined) throw new ProtocolError('packet', 'alg is neither 3des2 nor aes')
  const expected = nested(vector, 'expect')
  const [tar, data, checksum] = [hex(expected, 'tar'), hex(expected, 'data'), hex(expected, 'cc')]
  const command: CommandHeader = { spi: spi.decode(hex(vector, 'spi')), kic: octet, kid: octet, tar }
  const keys = keysOf(vector, checksum.length)
  const withHeader = hex(vector, 'responseWithUdh')
  const header = hex(vector, 'ccInputPrefix')
  const opened = openResponse(withHeader.subarray(header.length), command, keys)
  differences.number('RPL', number(withHeader.subarray(3, 5)), optionalNumber(expected, 'rpl'))
  differences.number('RHL', number(withHeader.subarray(5, 6)), optionalNumber(expected, 'rhl'))
  differences.number('counter', opened.counter, number(hex(expected, 'cntr')))
  differences.number('padding counter', opened.paddingCounter, optionalNumber(expected, 'pcntr'))
  differences.number('status', opened.status, optionalNumber(expected, 'status'))
  differences.bytes('checksum', opened.checksum, checksum)
  differences.bytes('data', opened.data, data)
  const { counter, status } = opened
  differences.bytes('response', concat(header, sealResponse({ counter, status, data }, command, keys)), withHeader)
}

/** Runs command and response packets. */
export function runPacketVectors(list: unknown): VectorResult[] {
  return fieldsList(list).map((vector, at) =>
    runVector(label(vector, `scp80 ${at + 1}`), (differences) =>
      vector['kind'] === 'response' ? runResponsePacket(vector, differences) : runCommandPacket(vector, differences),
    ),
  )
}

/** Runs SMS-DELIVER TPDUs: a packet in one message, and the first two parts of three. */
export function runDeliverVectors(list: unknown): VectorResult[] {
  return fieldsList(list).map((vector, at) =>
    runVector(`SMS-DELIVER ${at + 1}`, (differences) => {
      const chunk = hex(vector, 'chunk')
      const assembler = new MessageAssembler(1)
      for (const name of ['single', 'firstOfThree', 'secondOfThree'] as const) {
        const octets = hex(vector, name)
        const message = smsDeliver.decode(octets)
        differences.bytes(`${name}: data`, message.userData.data, chunk)
        differences.bytes(name, smsDeliver.encode(message), octets)
        const isFirst = name !== 'secondOfThree'
        if (holdsPacket(message.userData, 'commandPacket') !== isFirst) throw new ProtocolError('sms', `${name}: a wrong header`)
        const isWhole = assembler.add(message.originator.digits, message.userData) !== null
        if (isWhole !== (name === 'single')) throw new ProtocolError('sms', `${name}: a wrong place in its message`)
      }
    }),
  )
}

/** Runs scripts in the expanded format, with their responses. */
export function runScriptVectors(list: unknown): VectorResult[] {
  return fieldsList(list).map((vector, at) =>
    runVector(`script ${at + 1}`, (differences) => {
      const [script, response] = [hex(vector, 'script'), hex(vector, 'response')]
      const { commands, isIndefinite } = expandedScript.decode(script)
      differences.bytes('script', expandedScript.encode({ commands, isIndefinite }), script)
      differences.bytes('response', expandedResult.encode(expandedResult.decode(response)), response)
      const compact = compactScript.encode(commands)
      differences.bytes(`compact script ${toHex(compact)}`, compactScript.encode(compactScript.decode(compact)), compact)
    }),
  )
}
