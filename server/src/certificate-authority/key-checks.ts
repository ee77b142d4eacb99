import type { Sealer } from '../platform/crypto/seal.ts'
import type { Db } from '../platform/db/database.ts'
import type { Job } from '../platform/jobs/job.ts'
import { openKey } from './keys.ts'
import { selectAuthorities, updateAuthority } from './queries.ts'

const everyMs = 60_000

/** Records which CAs have a key that opens, so that a start of issuances can tell before anything is asked of a card. */
export const keyChecks = ({ db, sealer }: { db: Db; sealer: Sealer }): Job => ({
  name: 'keys of CAs',
  title: { ja: '認証局の鍵の確認', en: 'Check of the keys of CAs' },
  everyMs,
  on: ['jobs'],
  onOneNode: true,
  alsoAfter: ({ authorities }) => authorities.length > 0,
  async run() {
    for (const row of await selectAuthorities(db)) {
      const opens = openKey(sealer, 'certificate_authorities', row) !== null
      if (opens !== row.key_opens) await updateAuthority(db, row.id, { key_opens: opens })
    }
  },
})
