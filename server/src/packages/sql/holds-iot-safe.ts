import { sql } from 'kysely'
import { fixedAids } from '@simdeck/protocol/aid.ts'

/** True if the SIM `s` holds the IoT SAFE applet by its record. */
export const holdsIotSafe = sql`(s.other_instance_aid is not null
  and s.other_package_id in (select id from packages where package_aid = ${sql.lit(fixedAids.iotSafe.packageAid)}))`
