import { type SqlBool, sql } from 'kysely'

/** Condition on `sim_tags`: no SIM has the tag. */
export const isUnused = sql<SqlBool>`not exists (select from sims where sims.tags @> array[sim_tags.key] and sims.tags <> '{}')`
