import { createHash } from 'node:crypto'
import { bytesOf, concat, equalBytes, fromHex, toHex } from '../../bytes.ts'
import { ProtocolError } from '../../errors.ts'
import { install } from '../../gp/install.ts'
import { publicKey, rawSignature } from '../../iot-safe/key-tlvs.ts'
import { access, fileUsages, type ObjectName, readTlvs } from '../../iot-safe/objects.ts'
import { provisioning, provisioningBlocks, type ProvisioningCommand, readPiece } from '../../iot-safe/provisioning.ts'
import { certificationRequest, certificationRequestInfo, derSignature, p256KeyInfo } from '../../x509/certification-request.ts'
import { fileWriting, type WrittenFile } from './file-writing.ts'
import type { JobKind, JobOutcome, JobPlan, LeftScript, PlainCommand, ScriptContext, TakenAnswer } from './job-kind.ts'

/**
 * A certificate on a card: the key pair and the file that hold it, and the DER of the Name of its subject.
 * - `issue` makes the key pair, has the card sign a request, and writes the certificate that the CA makes of it.
 * - `request` ends after the signature of the request.
 * - `deliver` writes a certificate that was made before.
 * - `remove` deletes the file and the key pair.
 */
export type CertificateParameters = {
  instanceAid: Uint8Array
  step: 'issue' | 'request' | 'deliver' | 'remove'
  /** Of the private key and of the public key. */
  keyId: Uint8Array
  fileId: Uint8Array
  label: string
  subject: Uint8Array
  /** The DER of the certificate and the point of its key; null before the CA has made it, and if the CA has refused the request. */
  certificate: { octets: Uint8Array; point: Uint8Array } | null
}

/** The answers of the card: the point of its public key, its signature of the request, and the pieces of the file as read back. */
export type CertificateFound = {
  point: Uint8Array | null
  signature: Uint8Array | null
  pieces: readonly Uint8Array[]
}

const nothingFound: CertificateFound = { point: null, signature: null, pieces: [] }
const storeDataInstruction = 0xe2
const notFound = 0x6a88

const keyOf = ({ keyId: id }: CertificateParameters): ObjectName => ({ kind: 'privateKey', id })
const publicKeyOf = ({ keyId: id }: CertificateParameters): ObjectName => ({ kind: 'publicKey', id })
const fileOf = ({ fileId: id }: CertificateParameters): ObjectName => ({ kind: 'file', id })

/**
 * Gives a card a key pair and a certificate. Every script can run again: a key pair that is made again replaces the one before, whose
 * request was not signed yet; the plan `sign POINT` names the key that the card has made. The plan `write` writes the whole file and reads
 * it back. Before the script of `write` is built, the server checks the request and has it signed by the CA; without a certificate the
 * script reads the key only, and the job fails.
 */
export const certificate: JobKind<CertificateParameters, CertificateFound> = {
  isSecured: () => true,
  commands(parameters, plan, context) {
    const personalization = install.encode({ kind: 'personalization', applicationAid: parameters.instanceAid })
    const provisionings = commandsOf(parameters, planOf(parameters, plan), context)
    return [personalization, ...provisioningBlocks(provisionings)].map((command, at): PlainCommand => ({
      role: 'command',
      command,
      tolerated: parameters.step === 'remove' ? [notFound] : [],
      position: at + 1,
    }))
  },
  planAfter,
  take,
  outcome,
}

type Plan = { kind: 'make' | 'readKey' | 'write' | 'remove' } | { kind: 'sign'; point: Uint8Array }

function planOf({ step }: Pick<CertificateParameters, 'step'>, plan: JobPlan): Plan {
  if (step === 'remove') return { kind: 'remove' }
  if (step === 'deliver' || plan === 'write') return { kind: 'write' }
  if (plan === 'readKey') return { kind: 'readKey' }
  const [, point] = /^sign ([0-9a-f]{130})$/.exec(plan) ?? []
  return point ? { kind: 'sign', point: fromHex(point) } : { kind: 'make' }
}

function commandsOf(parameters: CertificateParameters, plan: Plan, context: ScriptContext): ProvisioningCommand[] {
  const readKey = { kind: 'read', object: publicKeyOf(parameters), offset: 0, length: readPiece } as const
  switch (plan.kind) {
    case 'make': {
      const key = { label: parameters.label, isActivated: true, file: null }
      const privateKey = { ...key, ...keyOf(parameters), access: 0 }
      return [{ kind: 'generate', privateKey, publicKey: { ...key, ...publicKeyOf(parameters), access: access.read } }, readKey]
    }
    case 'readKey':
      return [readKey]
    case 'sign': {
      const info = certificationRequestInfo({ subject: parameters.subject, keyInfo: p256KeyInfo(plan.point) })
      return [{ kind: 'sign', privateKey: keyOf(parameters), hash: createHash('sha256').update(info).digest() }]
    }
    case 'write':
      return [readKey, ...(parameters.certificate ? fileWriting(writtenFile(parameters, parameters.certificate.octets), context) : [])]
    case 'remove':
      return [fileOf(parameters), keyOf(parameters), publicKeyOf(parameters)].map((object) => ({ kind: 'delete', object }))
  }
}

const writtenFile = ({ fileId: id, label }: CertificateParameters, content: Uint8Array): WrittenFile => ({
  id,
  label,
  capacity: content.length,
  usage: fileUsages.certificate,
  content,
})

function planAfter(parameters: CertificateParameters, { plan, script, acked, found }: LeftScript<CertificateFound>): JobPlan {
  const { kind } = planOf(parameters, plan)
  if (kind === 'write' || kind === 'remove') return kind
  if (found?.signature) return 'write'
  if (found?.point) return `sign ${toHex(found.point)}`
  // A key that the card has made is only read again; a generation in doubt is repeated.
  const made = script.slice(0, acked).some(({ command }) => command.ins === storeDataInstruction)
  return kind === 'readKey' || made ? 'readKey' : 'again'
}

function take(before: CertificateFound | null, { role, command }: PlainCommand, { data, plan }: TakenAnswer): CertificateFound {
  const found = before ?? nothingFound
  // Each script of `write` reads everything anew.
  if (role === 'externalAuthenticate') return { ...found, pieces: [], ...(plan === 'first' || plan === 'again' ? { point: null } : {}) }
  if (command.ins !== storeDataInstruction || data === null) return found
  const asked = provisioning.decode(command.data)
  if (asked.kind === 'sign') return { ...found, signature: data }
  if (asked.kind !== 'read') return found
  return asked.object.kind === 'publicKey' ? { ...found, point: pointOf(data) } : { ...found, pieces: [...found.pieces, data] }
}

/** An answer that is no public key becomes a point that no key has. */
function pointOf(data: Uint8Array): Uint8Array {
  try {
    return publicKey.decode(readTlvs(data))
  } catch (error) {
    if (error instanceof ProtocolError) return bytesOf(0)
    throw error
  }
}

function outcome(found: CertificateFound | null, { step, certificate: made }: CertificateParameters, plan: JobPlan): JobOutcome {
  const { kind } = planOf({ step }, plan)
  if (kind === 'remove') return 'Succeeded'
  if (!found?.point) return 'more'
  if (found.point.length === 1) return 'unreadable'
  if (kind === 'make' || kind === 'readKey') return 'more'
  if (kind === 'sign') return !found.signature || step === 'issue' ? 'more' : 'Succeeded'
  if (!made) return 'requestRejected'
  if (!equalBytes(found.point, made.point)) return 'otherKey'
  return equalBytes(concat(...found.pieces), made.octets) ? 'Succeeded' : 'otherContent'
}

/** The request that the card has signed: PKCS#10 without attributes. Null if it did not sign, or if the answer is no signature. */
export function signedRequest(stored: unknown, subject: Uint8Array): Uint8Array | null {
  const found = stored as CertificateFound | null
  if (!found?.point || !found.signature) return null
  try {
    const info = certificationRequestInfo({ subject, keyInfo: p256KeyInfo(found.point) })
    return certificationRequest(info, derSignature(rawSignature.decode(found.signature)))
  } catch (error) {
    if (error instanceof ProtocolError) return null
    throw error
  }
}

/** The point of the public key that the card has answered, `04 X Y`; null if it has not. */
export function madePoint(stored: unknown): Uint8Array | null {
  const point = (stored as CertificateFound | null)?.point ?? null
  return point && point.length > 1 ? point : null
}
