import { sql } from 'kysely'
import { cardRules, type Rules } from './queries.ts'
import { exclusion } from './sql/exclusion-reason.ts'

/** Rules for a rotation of keys: PUT KEY names the version that it replaces. Version 0 stands for the default keys of the card. */
export const keyRotationRules: Rules = {
  ...cardRules('key-rotation'),
  reason: sql`case when exists (select 1 from sim_keys k where k.sim_id = s.id and k.key_version_number = 0)
    then ${exclusion('keyVersionUnknown')} end`,
}
