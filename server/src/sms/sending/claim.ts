import type { SmppAddress, SmppMessage } from '@simdeck/protocol/smpp/messages.ts'
import type { Sealer } from '../../platform/crypto/seal.ts'
import type { Db } from '../../platform/db/database.ts'
import { addressOf } from '../addresses.ts'
import { type KeySet, openKeySet } from '../../key-sets/sms-key-sets.ts'
import { commandPacket, packetMessage, wakePacket } from '../messages/packets.ts'
import {
  type Answer,
  beginOtas,
  type DueMessage,
  lockDue,
  lockFreeSims,
  markSent,
  type NewPacket,
  reserveCounters,
  storeAnswers,
  storePackets,
} from './queries.ts'

/** A message that is stored as sent. */
export type ClaimedMessage = { id: number; message: SmppMessage }

/**
 * Takes messages that are due: reserves their counters, stores their packets and marks them as sent, all in one transaction, before
 * anything goes out. A message that was sent before keeps its packet, so that its card takes it once. Messages that cannot be sent fail, and
 * the OTAs whose commands a message carries are started.
 */
export async function claimMessages(
  db: Db,
  { sealer, source, limit }: { sealer: Sealer; source: SmppAddress; limit: number },
): Promise<{ claimed: ClaimedMessage[]; sims: number[]; campaigns: number[] }> {
  return db.transaction().execute(async (trx) => {
    const all = await lockDue(trx, limit)
    const free = new Set(await lockFreeSims(trx, [...new Set(all.flatMap(({ ota_id, sim_id }) => (ota_id === null ? [] : [sim_id])))]))
    // The others stay due.
    const due = all.filter(({ ota_id, sim_id }) => ota_id === null || free.has(sim_id))
    if (due.length === 0) return { claimed: [], sims: [], campaigns: [] }
    const otas = await beginOtas(
      trx,
      due.flatMap(({ ota_id, msisdn, key_set }) => (ota_id === null || msisdn === null || key_set === null ? [] : [ota_id])),
    )
    const begun = new Set(otas.map(({ id }) => id))
    const failed: Answer[] = []
    const fresh: (DueMessage & { key_set: number; msisdn: string })[] = []
    const claimed: ClaimedMessage[] = []
    const fail = (id: number, reason: 'late' | 'noKeys' | 'noNumber' | 'counterUsedUp' | 'cancelled') =>
      void failed.push({ id, kind: 'failed', reason, detail: '' })
    for (const one of due) {
      const { id, packet, msisdn, key_set } = one
      if (one.is_late) fail(id, 'late')
      else if (msisdn === null) fail(id, 'noNumber')
      else if (one.ota_id !== null && key_set !== null && !begun.has(one.ota_id)) fail(id, 'cancelled')
      else if (packet) claimed.push({ id, message: packetMessage(new Uint8Array(packet), source, addressOf(msisdn)) })
      else if (key_set === null) fail(id, 'noKeys')
      else fresh.push({ ...one, key_set, msisdn })
    }
    const counters =
      fresh.length > 0
        ? await reserveCounters(
            trx,
            fresh.map(({ fingerprint }) => fingerprint),
          )
        : new Map<string, number>()
    const packets: NewPacket[] = []
    for (const { id, iccid, msisdn, ...keys } of fresh) {
      const counter = counters.get(keys.fingerprint.toString('hex'))
      if (counter === undefined) {
        fail(id, 'counterUsedUp')
        continue
      }
      const keySet = openKeySet(sealer, iccid, keys)
      if (!keySet) {
        fail(id, 'noKeys')
        continue
      }
      const packet = packetOf(keys, keySet, counter)
      const destination = addressOf(msisdn)
      packets.push({ id, counter, packet, destination: destination.address })
      claimed.push({ id, message: packetMessage(packet, source, destination) })
    }
    if (packets.length > 0) await storePackets(trx, packets)
    const sims =
      claimed.length > 0
        ? await markSent(
            trx,
            claimed.map(({ id }) => id),
          )
        : []
    if (failed.length > 0) sims.push(...(await storeAnswers(trx, failed)))
    return { claimed, sims, campaigns: otas.map(({ campaign_id }) => campaign_id) }
  })
}

type Content = Pick<DueMessage, 'trigger_tar' | 'trigger_parameters' | 'script_tar' | 'script'>

function packetOf({ trigger_tar: tar, trigger_parameters: parameters, ...content }: Content, keySet: KeySet, counter: number): Uint8Array {
  const { script_tar: scriptTar, script } = content
  return script && scriptTar ? commandPacket(keySet, counter, scriptTar, script) : wakePacket(keySet, counter, tar && { tar, parameters })
}
