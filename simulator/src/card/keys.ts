import { toHex } from '@simdeck/protocol/bytes.ts'
import { aesKeyType, openKeyBlock, putKeyResponse } from '@simdeck/protocol/gp/keys.ts'
import type { KeyDeletion } from '@simdeck/protocol/gp/deletion.ts'
import type { KeyField, PutKey } from '@simdeck/protocol/gp/keys.ts'
import { securityDomainState } from '@simdeck/protocol/gp/registry.ts'
import { ProtocolError } from '@simdeck/protocol/errors.ts'
import { CardError, sw } from '../card-error.ts'
import { findKeySet } from './domains.ts'
import type { SecurityDomain } from './domains.ts'
import type { KeyRecord } from './nvm.ts'

/** Maximum number of keys of one security domain. Their key information then fits one answer with R-MAC and R-ENC. */
const maxKeys = 36

/**
 * PUT KEY (GPC 2.3.1 §11.8). Checks every key before it writes the first. New channels use the new keys; an open channel stays open. The
 * first whole key set makes a supplementary security domain PERSONALIZED. Returns the data of the answer.
 */
export function putKeys(domain: SecurityDomain, command: PutKey, dek: Uint8Array): Uint8Array {
  const { state, application } = domain
  const { replaces, version, firstId } = command
  const at = (one: number, id: number): KeyRecord | undefined => state.keys.find((key) => key.version === one && key.id === id)
  const put = command.keys.map((field, index) => {
    const id = firstId + index
    const before = replaces === 0 ? undefined : at(replaces, id)
    if (replaces !== 0 && !before) throw new CardError(sw.referencedDataNotFound, 'no such key to replace')
    if (version !== replaces && at(version, id)) throw new CardError(sw.wrongData, 'there is a key of that version')
    const value = toHex(open(field, dek))
    if (before && before.value.length !== value.length) throw new CardError(sw.wrongData, 'a key is replaced by one of its length')
    return { before, key: { version, id, value } }
  })
  const added = put.filter(({ before }) => !before).map(({ key }) => key)
  if (state.keys.length + added.length > maxKeys) throw new CardError(sw.noMemory, 'no room for more keys')
  state.keys = [...state.keys.map((one) => put.find(({ before }) => before === one)?.key ?? one), ...added]
  if (application?.state === securityDomainState.selectable && findKeySet(state, 0)) application.state = securityDomainState.personalized
  return putKeyResponse.encode({ version, kcvs: command.keys.map((field) => field.kcv) })
}

function open(field: KeyField, dek: Uint8Array): Uint8Array {
  if (field.type !== aesKeyType) throw new CardError(sw.unknownAlgorithm, 'AES keys only')
  try {
    return openKeyBlock(field, dek)
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error
    throw new CardError(error.code === 'key' ? sw.wrongKeyCheckValue : sw.wrongData, error.message)
  }
}

/** DELETE [key] (GPC 2.3.1 §11.2). The issuer security domain keeps one whole key set, so that a host can still open a channel. */
export function removeKeys({ state, application }: SecurityDomain, { id, version }: KeyDeletion): void {
  const left = state.keys.filter((key) => (id !== null && key.id !== id) || (version !== null && key.version !== version))
  if (left.length === state.keys.length) throw new CardError(sw.referencedDataNotFound, 'no such key')
  if (!application && !findKeySet({ ...state, keys: left }, 0)) throw new CardError(sw.conditionsOfUse, 'the last key set stays')
  state.keys = left
}
