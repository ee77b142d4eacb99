import { fromHex } from '@simdeck/protocol/bytes.ts'
import { Sealer } from '@simdeck/server/platform/crypto/seal.ts'
import type { OpenDatabase } from '@simdeck/server/platform/db/database.ts'
import { sealKeySet } from '@simdeck/server/key-sets/sms-key-sets.ts'
import { pollerTar } from '@simdeck/protocol/applets/poller-trigger.ts'
import { fixedAids } from '@simdeck/protocol/aid.ts'
import type { OtaKeySet } from '@simdeck/simulator/sms/key-sets.ts'

const rowsAtOnce = 5_000

/** Stores the AES key sets of cards for their SIMs, with at least the counters of the cards. Key sets that are stored already stay. */
export async function storeKeySets(
  { pool }: Pick<OpenDatabase, 'pool'>,
  masterKey: string,
  cards: readonly { iccid: string; keySet: OtaKeySet }[],
): Promise<void> {
  const sealer = new Sealer(masterKey)
  const tar = pollerTar(fixedAids.pollerA.packageAid)!
  for (let from = 0; from < cards.length; from += rowsAtOnce) {
    const rows = cards.slice(from, from + rowsAtOnce).map(({ iccid, keySet: { number, kic, kid, counter } }) => ({
      iccid,
      counter,
      ...sealKeySet(sealer, iccid, { number, algorithm: 'aes', kic: fromHex(kic), kid: fromHex(kid), tar }),
    }))
    await pool.query(
      `with given as (
         select * from unnest($1::text[], $2::smallint[], $3::bytea[], $4::bytea[], $5::bytea[], $6::bigint[])
           as given (iccid, key_set, kic, kid, fingerprint, counter)),
       counted as (
         insert into sms_counters (fingerprint, counter) select fingerprint, counter from given
         on conflict (fingerprint) do update set counter = greatest(sms_counters.counter, excluded.counter))
       insert into sim_sms_keys (sim_id, key_set, algorithm, kic, kid, tar, fingerprint)
       select id, key_set, 'aes', kic, kid, $7, fingerprint from given join sims using (iccid) on conflict do nothing`,
      [
        rows.map(({ iccid }) => iccid),
        rows.map(({ key_set }) => key_set),
        rows.map(({ kic }) => kic),
        rows.map(({ kid }) => kid),
        rows.map(({ fingerprint }) => fingerprint),
        rows.map(({ counter }) => counter),
        Buffer.from(tar),
      ],
    )
  }
}
