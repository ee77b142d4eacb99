import { z } from 'zod'
import { endpoint } from './endpoint.ts'

/** The least time between two samples of the signal of a SIM that are stored. */
export const signalSampleSeconds = 900

/** The span of the samples that are read. */
export const signalHours = 24

export const simSignal = z.object({
  /** The span of the samples: the last `signalHours`. */
  from: z.string(),
  until: z.string(),
  /** The signal that the SIM reported, oldest first: at most one sample in each quarter of an hour. */
  samples: z.array(z.object({ at: z.string(), rsrp: z.number().nullable(), rsrq: z.number().nullable() })),
})
export type SimSignal = z.infer<typeof simSignal>

export const getSimSignal = endpoint({
  method: 'GET',
  api: 'main',
  path: '/v1/sims/{id}/signal',
  needs: 'signedIn',
  summary: 'The signal of a SIM during the last day',
  params: z.strictObject({ id: z.coerce.number().int().positive() }),
  response: simSignal,
  errors: ['simNotFound'],
})
