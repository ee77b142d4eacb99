import fc from 'fast-check'
import { decodeCommand, encodeCommand } from './apdu.ts'
import type { CommandApdu } from './apdu.ts'
import { multiImsiParameters } from './applets/multi-imsi.ts'
import type { MultiImsiParameters } from './applets/multi-imsi.ts'
import { pollerParameters } from './applets/poller.ts'
import type { ReportParameters } from './applets/report-parameters.ts'
import { telemetryParameters } from './applets/telemetry.ts'
import { concat } from './bytes.ts'
import { aids, digits, i16, octets, u16, u32, u8 } from './codec.fixture.ts'
import type { CheckedCodec } from './codec.fixture.ts'
import type { Codec, CommandCodec } from './codec.ts'
import { fileCommand } from './card-files/file-commands.ts'
import type { FileCommand } from './card-files/file-commands.ts'
import { codecOf, lengthValue, record, toEnd, u8 as u8Field } from './fields.ts'
import { cardCapabilities, cardRecognition, extendedResources, getData } from './gp/card-data.ts'
import { load, manageChannel, select, storeData } from './gp/commands.ts'
import type { ChannelAction } from './gp/commands.ts'
import { deletion } from './gp/deletion.ts'
import type { Deletion } from './gp/deletion.ts'
import { installParameters, systemParameters } from './install-tree/install-parameters.ts'
import { install } from './gp/install.ts'
import type { Install } from './gp/install.ts'
import { keyInformation, putKey, putKeyResponse } from './gp/keys.ts'
import { loadFileStructure } from './gp/load-file.ts'
import { getStatus, registryEntries, registrySubsets, setStatus, statusTargets } from './gp/registry.ts'
import type { StatusChange } from './gp/registry.ts'
import { ProtocolError } from './errors.ts'
import { publicKey, rawSignature } from './iot-safe/key-tlvs.ts'
import { type ObjectKind, type ObjectName, readTlvs, safeObject } from './iot-safe/objects.ts'
import type { SafeObject } from './iot-safe/objects.ts'
import { objectPage, provisioning } from './iot-safe/provisioning.ts'
import type { ProvisioningCommand } from './iot-safe/provisioning.ts'
import { adminScript } from './ota/admin-session.ts'
import { clearLength, openFrame, parseFrame, sealFrame } from './ota/frame.ts'
import { frameHeader, headerLength } from './ota/frame-header.ts'
import type { FrameHeader, Sender } from './ota/frame-header.ts'
import { sessionKeys } from './ota/keys.ts'
import { closeSessionBody, commandDataBody, loadCommandBody, pollBody, pollClear, resBody, scpInitBody } from './ota/messages.ts'
import { telemetryTlvs } from './ota/messages.ts'
import type { PollTlv, Resume, Telemetry } from './ota/messages.ts'
import { initializeUpdateCommand, initializeUpdateResponse } from './scp03/initialize-update.ts'
import type { InitializeUpdateResponse } from './scp03/initialize-update.ts'
import { decodeImplementationOptions } from './scp03/level.ts'
import { compactResult, compactScript, expandedResult, expandedScript } from './scp80/scripts.ts'
import { spi } from './scp80/spi.ts'
import type { Spi } from './scp80/spi.ts'
import { adminFrom, targetedApplication } from './scp81/headers.ts'
import { nextUri } from './scp81/next-uri.ts'
import { sessionTrigger } from './scp81/session-trigger.ts'
import { smppBind, smppMessage, smppMessageId } from './smpp/messages.ts'
import { smppPdu } from './smpp/pdu.ts'
import { encodeTlv } from './tlv.ts'
import { smsPpDownload } from './sms/envelope.ts'
import { sendShortMessage } from './sms/proactive.ts'
import { smsDeliver, smsSubmit } from './sms/tpdu.ts'

/** A codec of `protocol`, by its name in the standards, with the values to check it with. */
export interface ListedCodec {
  name: string
  /** The exported value that this row checks. */
  codec: unknown
  checked: CheckedCodec<unknown>
}

type Options = Pick<CheckedCodec<unknown>, 'oneForm' | 'mayEndEarly' | 'numRuns'>

function listed<T, Given>(
  name: string,
  codec: Codec<T, Uint8Array, Given>,
  values: fc.Arbitrary<T & Given>,
  options: Options = {},
): ListedCodec {
  const { encode, decode } = codec
  return { name, codec, checked: { values, encode, decode, ...options } }
}

/**
 * Checks a command by the octets of its C-APDU. `decode` also accepts other class octets, so several forms exist; with `mayEndEarly` it
 * accepts a command without its Le.
 */
function command<T, Given>(
  name: string,
  codec: CommandCodec<T, Given>,
  values: fc.Arbitrary<T & Given>,
  options: Options = {},
): ListedCodec {
  const wire: Codec<T, Uint8Array, Given> = {
    encode: (value) => encodeCommand(codec.encode(value)),
    decode: (bytes) => codec.decode(decodeCommand(bytes)),
  }
  return { ...listed(name, wire, values, { oneForm: false, ...options }), codec }
}

const field = octets(0, 20)
const names = <T extends object>(of: T) => fc.constantFrom(...(Object.keys(of) as (keyof T)[]))
const occurrence = fc.constantFrom('first' as const, 'next' as const)
const tagLists = fc.option(fc.array(fc.constantFrom(0x4f, 0x9f70, 0xc5, 0xc4, 0xce, 0x84, 0xcc), { minLength: 1, maxLength: 7 }))

const scripts = { scriptId: octets(8), next: u16, lastSw: u16 }
const resume: fc.Arbitrary<Resume> = fc.oneof(
  fc.constant({ state: 0 } as const),
  fc.record({ state: fc.constantFrom(1 as const, 2 as const), ...scripts }),
)
const unknownTlvs = fc.array(fc.record({ tag: fc.integer({ min: 8, max: 255 }), value: field }), { maxLength: 3 })
const scriptCommands = fc.array(octets(4, 40), { minLength: 1, maxLength: 4 })
const telemetry = fc.record(
  {
    imei: digits(15),
    location: fc.record({
      mcc: digits(3),
      mnc: digits(2, 3),
      area: fc.integer({ min: 0, max: 0xffffff }),
      cell: fc.integer({ min: 0, max: 0xffffffffff }),
    }),
    accessTechnology: u8,
    signal: fc.record({ rsrpDbm: i16, rsrqDb: i16 }),
    freeMemory: u32,
    imsi: digits(15),
    contentDigest: u32,
  },
  { requiredKeys: [] },
)
const pollTlvs = codecOf<readonly PollTlv[]>(toEnd(record({ tag: u8Field, value: lengthValue })))
const codesOf = { card: [1, 5, 6, 7], server: [2, 3, 4, 7] } as const
const headersOf = (from: Sender): fc.Arbitrary<FrameHeader> =>
  fc.record({ from: fc.constant(from), enc: fc.boolean(), code: fc.constantFrom(...codesOf[from]), sessionId: u32, sequence: u16 })
const headers = fc.oneof(headersOf('card'), headersOf('server'))

const keys = sessionKeys(
  { capAuthKey: new Uint8Array(16), encryptKey: new Uint8Array(32).fill(1) },
  { cardNonce: new Uint8Array(8), serverNonce: new Uint8Array(8), pollCounter: 7 },
)

/** A whole frame under its keys. */
const frame: Codec<{ header: FrameHeader; body: Uint8Array }> = {
  encode: ({ header, body }) => sealFrame(header, new Uint8Array(clearLength(header)), body, keys),
  decode: (bytes) => {
    const { length: _, ...header } = frameHeader.decode(bytes.subarray(0, headerLength))
    const parsed = parseFrame(bytes, header.from)
    if (!parsed.ok) throw new ProtocolError('frame', parsed.reason)
    const opened = openFrame(parsed.value, keys, header.enc)
    if (!opened.ok) throw new ProtocolError('frame', opened.reason)
    return { header, body: opened.value }
  },
}

const messages: readonly ListedCodec[] = [
  listed(
    'frame header',
    frameHeader,
    fc.tuple(headers, u16).map(([header, length]) => ({ ...header, length })),
  ),
  listed('frame', frame, fc.record({ header: headers, body: octets(0, 40) })),
  listed('POLL, clear part', pollClear, fc.record({ iccid: octets(10), cardNonce: octets(8), pollCounter: u32 })),
  listed(
    'POLL',
    pollBody,
    fc.record({ pollerVersion: u16, receiveBuffer: fc.integer({ min: 255, max: 0xffff }), instanceAid: aids, resume, tlvs: unknownTlvs }),
  ),
  {
    ...listed<Telemetry, Telemetry>(
      'POLL, telemetry',
      {
        encode: (value) => pollTlvs.encode(telemetryTlvs.encode(value)),
        decode: (bytes) => telemetryTlvs.decode(pollTlvs.decode(bytes)),
      },
      telemetry,
      { oneForm: false },
    ),
    codec: telemetryTlvs,
  },
  listed('COMMAND_DATA', commandDataBody, fc.record({ scriptId: octets(8), index: u16, commands: scriptCommands })),
  listed('LOAD_COMMAND', loadCommandBody, fc.record({ index: u16, commands: scriptCommands })),
  listed('SCP_INIT', scpInitBody, fc.record({ securityDomainAid: aids, initializeUpdate: octets(5, 22) })),
  listed(
    'RES',
    resBody,
    fc.record({ status: u16, next: u16, results: fc.array(fc.record({ sw: u16, data: octets(0, 60) }), { maxLength: 4 }) }),
  ),
  listed('CLOSE_SESSION', closeSessionBody, fc.record({ code: u16, detail: u32, waitSeconds: u16 })),
]

const forInstall = {
  loadFileAid: aids,
  moduleAid: aids,
  instanceAid: aids,
  privileges: octets(0, 3),
  parameters: octets(0, 60),
  token: field,
}
const onCard = { aid: aids, privileges: octets(0, 3), parameters: field, token: field }
const kind = <K extends string>(name: K): fc.Arbitrary<K> => fc.constant(name)
const installs: fc.Arbitrary<Install> = fc.oneof(
  fc.record({
    kind: kind('load'),
    loadFileAid: aids,
    securityDomainAid: octets(0, 16),
    hash: octets(0, 64),
    parameters: field,
    token: field,
  }),
  fc.record({ kind: kind('install'), selectable: fc.boolean(), ...forInstall }),
  fc.record({ kind: kind('makeSelectable'), ...onCard }),
  fc.record({ kind: kind('extradition'), securityDomainAid: aids, aid: aids, token: field }),
  fc.record({ kind: kind('registryUpdate'), securityDomainAid: octets(0, 16), ...onCard }),
  fc.record({ kind: kind('personalization'), applicationAid: aids }),
)
const fileIds = fc.integer({ min: 1, max: 0xffff }).filter((id) => id !== 0x3f00)
const fileOffset = fc.integer({ min: 0, max: 0x7fff })
const fileRecord = fc.integer({ min: 1, max: 254 })
const fileLength = fc.integer({ min: 1, max: 256 })
const fileCommands: fc.Arbitrary<FileCommand> = fc.oneof(
  fc.record({ kind: fc.constant('select' as const), path: fc.array(fileIds, { maxLength: 4 }), fcp: fc.boolean() }),
  fc.record({ kind: fc.constant('readBinary' as const), offset: fileOffset, length: fileLength }),
  fc.record({ kind: fc.constant('updateBinary' as const), offset: fileOffset, data: octets(1, 255) }),
  fc.record({ kind: fc.constant('readRecord' as const), record: fileRecord, length: fileLength }),
  fc.record({ kind: fc.constant('updateRecord' as const), record: fileRecord, data: octets(1, 255) }),
)
const deletions: fc.Arbitrary<Deletion> = fc.oneof(
  fc.record({ kind: kind('content'), aid: aids, relatedObjects: fc.boolean() }),
  fc.record({ kind: kind('keys'), id: fc.option(u8), version: fc.option(u8) }).filter(({ id, version }) => id !== null || version !== null),
)
const statusChanges: fc.Arbitrary<StatusChange> = fc
  .record({ target: names(statusTargets), state: u8, aid: aids })
  .map((change) => (change.target === 'card' ? { ...change, aid: new Uint8Array(0) } : change))
const channelActions: fc.Arbitrary<ChannelAction> = fc.oneof(fc.constant({ open: true } as const), fc.record({ close: u8 }))
const keyFields = fc.array(fc.record({ type: u8, block: octets(0, 33), kcv: octets(0, 3) }), { minLength: 1, maxLength: 3 })

const withLe = { mayEndEarly: true }

const commands: readonly ListedCodec[] = [
  command('SELECT', select, fc.record({ aid: octets(0, 16), occurrence, fci: fc.boolean() })),
  command('MANAGE CHANNEL', manageChannel, channelActions, withLe),
  command('LOAD', load, fc.record({ block: u8, last: fc.boolean(), data: octets(0, 60) })),
  command('commands of file management', fileCommand, fileCommands),
  command('DELETE', deletion, deletions),
  command(
    'STORE DATA',
    storeData,
    fc.record({
      block: u8,
      last: fc.boolean(),
      encryption: fc.constantFrom(0, 0x20, 0x60),
      structure: fc.constantFrom(0, 8, 0x10),
      responseExpected: fc.boolean(),
      data: octets(0, 60),
    }),
  ),
  command('GET DATA', getData, u16, withLe),
  command('INSTALL', install, installs),
  command(
    'GET STATUS',
    getStatus,
    fc.record({ subset: names(registrySubsets), occurrence, aidPrefix: octets(0, 16), tags: tagLists }),
    withLe,
  ),
  command('SET STATUS', setStatus, statusChanges),
  command(
    'PUT KEY',
    putKey,
    fc.record({
      replaces: fc.integer({ min: 0, max: 0x7f }),
      version: fc.integer({ min: 1, max: 0x7f }),
      firstId: fc.integer({ min: 1, max: 0x7d }),
      keys: keyFields,
    }),
    withLe,
  ),
  command(
    'INITIALIZE UPDATE',
    initializeUpdateCommand,
    fc.record({ keyVersionNumber: u8, hostChallenge: fc.constantFrom(8, 16).chain((length) => octets(length)) }),
    withLe,
  ),
]

const initializeUpdateResponses: fc.Arbitrary<InitializeUpdateResponse> = fc
  .constantFrom(0x00, 0x01, 0x10, 0x11, 0x20, 0x21, 0x30, 0x31, 0x60, 0x61, 0x70, 0x71)
  .chain((i) => {
    const { macLength, pseudoRandomChallenge } = decodeImplementationOptions(i)
    return fc.record({
      diversificationData: octets(10),
      keyVersionNumber: u8,
      i: fc.constant(i),
      cardChallenge: octets(macLength),
      cardCryptogram: octets(macLength),
      sequenceCounter: pseudoRandomChallenge ? octets(3) : fc.constant(null),
    })
  })
const entries = fc.record({
  aid: aids,
  state: u8,
  privileges: fc.option(octets(1, 3)),
  loadFileAid: fc.option(aids),
  loadFileVersion: fc.option(fc.record({ major: u8, minor: u8 })),
  moduleAids: fc.array(aids, { maxLength: 3 }),
  securityDomainAid: fc.option(aids),
})
const memorySize = fc.option(u32)
const system = fc.record({ codeSize: memorySize, volatileSize: memorySize, nonVolatileSize: memorySize, simToolkit: fc.option(field) })
const toolkit = fc.record({
  priority: u8,
  maxTimers: u8,
  maxMenuTextLength: u8,
  menuEntries: fc.array(fc.record({ position: u8, id: u8 }), { maxLength: 4 }),
  maxChannels: u8,
  minimumSecurityLevel: octets(0, 2),
  tars: fc.array(octets(3), { maxLength: 3 }),
  maxServices: u8,
})
const uicc = fc.record({ toolkit: fc.option(toolkit), access: fc.option(field), administrativeAccess: fc.option(field) })
const reportParameters: fc.Arbitrary<ReportParameters> = fc.record({
  fqdn: fc.stringMatching(/^[A-Za-z0-9.-]{5,127}$/),
  port: fc.integer({ min: 1, max: 65535 }),
  polling: fc.constantFrom('onLaunch' as const, 'interval' as const, 'disabled' as const),
  intervalHours: fc.integer({ min: 0, max: 99 }),
  intervalMinutes: fc.integer({ min: 5, max: 59 }),
  encryption: fc.boolean(),
})
const plmns = fc.record({ mcc: digits(3), mnc: digits(2, 3) })
const imsiChoices = fc.record({ imsi: digits(5, 15), networks: fc.array(plmns, { maxLength: 3 }) })
const multiImsi: fc.Arbitrary<MultiImsiParameters> = fc.record({
  imsis: fc.uniqueArray(imsiChoices, { minLength: 1, maxLength: 8, selector: ({ imsi }) => imsi }),
  byLocation: fc.boolean(),
  onServiceLoss: fc.boolean(),
  lossMinutes: fc.integer({ min: 1, max: 60 }),
  returnHours: fc.integer({ min: 0, max: 99 }),
  returnMinutes: fc.integer({ min: 0, max: 59 }),
})
const severalForms = { oneForm: false }

const dataObjects: readonly ListedCodec[] = [
  listed('answer to INITIALIZE UPDATE', initializeUpdateResponse, initializeUpdateResponses),
  listed('answer to GET STATUS', registryEntries, fc.array(entries, { maxLength: 2 }), severalForms),
  listed('answer to PUT KEY', putKeyResponse, fc.record({ version: u8, kcvs: fc.array(octets(3), { maxLength: 3 }) })),
  listed(
    'key information',
    keyInformation,
    fc.array(fc.record({ id: u8, version: u8, type: u8, length: u8 }), { maxLength: 4 }),
    severalForms,
  ),
  listed('card recognition data', cardRecognition, fc.array(fc.record({ protocol: u8, i: u8 }), { maxLength: 2 }), severalForms),
  listed(
    'card capability information',
    cardCapabilities,
    fc.record({ i: u8, domainPrivileges: octets(3), applicationPrivileges: octets(3) }),
    severalForms,
  ),
  listed('extended card resources', extendedResources, fc.record({ applications: u16, nonVolatile: u32, volatile: u32 }), severalForms),
  listed('system parameters', systemParameters, system, { ...severalForms, mayEndEarly: true }),
  listed('install parameters', installParameters, fc.record({ applet: octets(0, 140), system: fc.option(system), uicc: fc.option(uicc) }), {
    ...severalForms,
    mayEndEarly: true,
  }),
  listed(
    'load file',
    loadFileStructure,
    fc.record({
      dapBlocks: fc.array(fc.record({ securityDomainAid: aids, signature: octets(0, 130) }), { maxLength: 2 }),
      components: octets(0, 200),
    }),
    { ...severalForms, numRuns: 20 },
  ),
  listed('parameters of the poller', pollerParameters, reportParameters, severalForms),
  listed('parameters of the telemetry applet', telemetryParameters, reportParameters, severalForms),
  listed('parameters of the multi-IMSI applet', multiImsiParameters, multiImsi, { ...severalForms, numRuns: 20 }),
]

const safeIds = octets(1, 20)
const safeNames = <K extends ObjectKind>(of: K): fc.Arbitrary<ObjectName & { kind: K }> => fc.record({ kind: fc.constant(of), id: safeIds })
const safeObjects = <K extends ObjectKind>(of: K): fc.Arbitrary<SafeObject> =>
  fc.record({
    kind: fc.constant(of),
    id: safeIds,
    label: fc.string({ maxLength: 15, unit: 'grapheme-ascii' }),
    access: u8,
    isActivated: fc.boolean(),
    file: of === 'file' ? fc.record({ size: fc.integer({ min: 0, max: 4096 }), usage: u8 }) : fc.constant(null),
  })
const safeFiles = safeObjects('file')
const anySafeObject = fc.oneof(safeFiles, safeObjects('privateKey'), safeObjects('publicKey'))
const provisionings: fc.Arbitrary<ProvisioningCommand> = fc.oneof(
  fc.record({ kind: kind('create'), object: safeFiles }),
  fc.record({
    kind: kind('update'),
    file: safeNames('file'),
    offset: u16,
    data: octets(0, 40),
    total: fc.option(fc.integer({ min: 0, max: 4096 })),
  }),
  fc.record({ kind: kind('delete'), object: fc.oneof(safeNames('file'), safeNames('privateKey'), safeNames('publicKey')) }),
  fc.record({ kind: kind('generate'), privateKey: safeObjects('privateKey'), publicKey: safeObjects('publicKey') }),
  fc.record({ kind: kind('request'), privateKey: safeNames('privateKey'), subject: octets(0, 40), offset: u16, length: u8 }),
  fc.record({ kind: kind('read'), object: safeNames('file'), offset: u16, length: u8 }),
  fc.record({ kind: kind('list'), page: u8 }),
  fc.record({ kind: kind('sign'), privateKey: safeNames('privateKey'), hash: octets(32) }),
)
const points = octets(64).map((octetsOfPoint) => Uint8Array.of(0x04, ...octetsOfPoint))

const iotSafe: readonly ListedCodec[] = [
  {
    ...listed<SafeObject, SafeObject>(
      'object of IoT SAFE',
      {
        encode: (object) => safeObject.encode(object),
        decode: (bytes) => {
          const [only, ...others] = readTlvs(bytes)
          if (!only || others.length > 0) throw new ProtocolError('iotSafe', 'not one object')
          return safeObject.decode(only)
        },
      },
      anySafeObject,
      severalForms,
    ),
    codec: safeObject,
  },
  {
    ...listed('public key', { encode: publicKey.encode, decode: (bytes) => publicKey.decode(readTlvs(bytes)) }, points, severalForms),
    codec: publicKey,
  },
  listed('signature', rawSignature, octets(64), severalForms),
  listed('provisioning of IoT SAFE', provisioning, provisionings, severalForms),
  listed(
    'page of objects',
    objectPage,
    fc.record({ pages: u8, freeOctets: u32, objects: fc.array(anySafeObject, { maxLength: 2 }) }),
    severalForms,
  ),
]

const packetChecks = fc.constantFrom('none' as const, 'rc' as const, 'cc' as const, 'ds' as const)
const spis: fc.Arbitrary<Spi> = fc.record({
  check: packetChecks,
  ciphered: fc.boolean(),
  counter: fc.constantFrom('none' as const, 'unchecked' as const, 'higher' as const, 'oneHigher' as const),
  proof: fc.constantFrom('none' as const, 'always' as const, 'onError' as const),
  proofCheck: packetChecks,
  proofCiphered: fc.boolean(),
  proofBySubmit: fc.boolean(),
})
const withData = fc.record({ cla: u8, ins: u8, p1: u8, p2: u8, data: octets(1, 20), le: fc.constant(null) })
const withoutData = withData.map((one) => ({ ...one, data: new Uint8Array(0) }))
const lastOfScript = fc.oneof(
  fc.record({ cla: u8, ins: u8, p1: u8, p2: u8, data: octets(1, 20), le: fc.integer({ min: 1, max: 256 }) }),
  fc.record({ cla: u8, ins: u8, p1: u8, p2: u8, data: octets(0), le: fc.integer({ min: 1, max: 255 }) }),
)
const scriptOf = (last: fc.Arbitrary<CommandApdu>): fc.Arbitrary<readonly CommandApdu[]> =>
  fc.tuple(fc.array(fc.oneof(withData, withoutData), { maxLength: 3 }), last).map(([before, one]) => [...before, one])
const responses = fc.record({ data: octets(0, 20), sw: u16 })
const smsDigits = fc.stringMatching(/^[0-9]{0,20}$/)
const smsAddresses = fc.record({ type: u8, digits: smsDigits })
const smsContent = {
  protocolId: u8,
  dataCoding: fc.constantFrom(0x04, 0x08, 0x16, 0xe0, 0xf4, 0xf6),
  userData: fc.record({ elements: fc.array(fc.record({ id: u8, data: octets(0, 4) }), { maxLength: 3 }), data: octets(0, 100) }),
}

const scp80: readonly ListedCodec[] = [
  listed('SPI', spi, spis),
  listed('compact script', compactScript, fc.oneof(fc.constant([]), scriptOf(lastOfScript), scriptOf(withData)), {
    ...severalForms,
    mayEndEarly: true,
  }),
  listed('result of a compact script', compactResult, fc.record({ executed: u8, last: responses })),
  listed(
    'expanded script',
    expandedScript,
    fc.record({ isIndefinite: fc.boolean(), commands: fc.array(fc.oneof(withData, withoutData, lastOfScript), { maxLength: 3 }) }),
    severalForms,
  ),
  listed(
    'result of an expanded script',
    expandedResult,
    fc.record({ isIndefinite: fc.boolean(), executed: u8, responses: fc.array(responses, { maxLength: 3 }) }),
    severalForms,
  ),
  listed(
    'SMS-DELIVER',
    smsDeliver,
    fc.record({ isLast: fc.boolean(), originator: smsAddresses, timestamp: octets(7), ...smsContent }),
    severalForms,
  ),
  listed('SMS-SUBMIT', smsSubmit, fc.record({ reference: u8, destination: smsAddresses, ...smsContent }), severalForms),
  command('ENVELOPE of SMS-PP download', smsPpDownload, fc.record({ serviceCentre: fc.option(smsAddresses), tpdu: octets(0, 60) }), withLe),
  listed('SEND SHORT MESSAGE', sendShortMessage, fc.record({ number: u8, tpdu: octets(0, 200) }), severalForms),
]

const smppAddresses = fc.record({ type: u8, plan: u8, address: fc.stringMatching(/^[0-9A-Za-z]{0,20}$/) })
const smppTexts = (most: number) => fc.stringMatching(new RegExp(`^[!-~]{0,${most}}$`))

const smpp: readonly ListedCodec[] = [
  listed('packet of SMPP', smppPdu, fc.record({ command: u32, status: u32, sequence: u32, body: octets(0, 40) })),
  listed(
    'bind of SMPP',
    smppBind,
    fc.record({ systemId: smppTexts(15), password: smppTexts(64), systemType: smppTexts(12) }),
    severalForms,
  ),
  listed(
    'message of SMPP',
    smppMessage,
    fc.record({
      source: smppAddresses,
      destination: smppAddresses,
      esmClass: u8,
      protocolId: u8,
      wantsReceipt: fc.boolean(),
      dataCoding: u8,
      userData: octets(0, 300),
      options: fc.array(fc.record({ tag: fc.integer({ min: 0, max: 0x423 }), value: octets(0, 6) }), { maxLength: 2 }),
    }),
    { ...severalForms, numRuns: 20 },
  ),
  listed(
    'identifier of a message of SMPP',
    smppMessageId,
    smppTexts(64).filter((id) => id !== ''),
    severalForms,
  ),
]

/** Checks a codec of a text by the octets of the text. */
function text<T>(name: string, codec: Codec<T, string>, values: fc.Arbitrary<T>): ListedCodec {
  const wire: Codec<T> = {
    encode: (value) => new Uint8Array(Buffer.from(codec.encode(value), 'latin1')),
    decode: (bytes) => codec.decode(Buffer.from(bytes).toString('latin1')),
  }
  return { ...listed(name, wire, values, severalForms), codec }
}

const agentNames = fc.stringMatching(/^[\w.:/-]{1,40}$/)

const sessionParameters: fc.Arbitrary<Uint8Array> = fc
  .tuple(fc.subarray([0x84, 0x85, 0xa5, 0x86]), octets(0, 12))
  .map(([tags, value]) => concat(...tags.map((tag) => encodeTlv(tag, value))))

const scp81: readonly ListedCodec[] = [
  listed('trigger of an administration session', sessionTrigger, sessionParameters, severalForms),
  listed('stored answer to an admin agent', adminScript, fc.record({ target: aids, script: octets(0, 40) })),
  text('X-Admin-From', adminFrom, fc.record({ secureElement: agentNames, agent: agentNames })),
  text('X-Admin-Targeted-Application', targetedApplication, aids),
  text('X-Admin-Next-URI', nextUri, fc.record({ sessionId: u32, sequence: fc.integer({ min: 1, max: 99_999 }) })),
]

/** Every exported codec of `protocol`. */
export const listedCodecs: readonly ListedCodec[] = [...messages, ...commands, ...dataObjects, ...iotSafe, ...scp80, ...scp81, ...smpp]
