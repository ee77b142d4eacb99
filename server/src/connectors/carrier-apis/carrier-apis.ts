import type { ConnectorPlatform } from '../tables.ts'
import type { CarrierApi } from './carrier-api.ts'
import { jasper } from './jasper.ts'
import { ntt } from './ntt.ts'

export const carrierApis: Readonly<Record<ConnectorPlatform, CarrierApi>> = { jasper, ntt }
