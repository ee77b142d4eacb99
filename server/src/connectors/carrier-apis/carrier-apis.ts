import type { ConnectorAccount } from '@simdeck/contract/connectors.ts'
import type { CarrierApi } from './carrier-api.ts'
import { jasper } from './jasper.ts'
import { ntt } from './ntt.ts'

export const carrierApis: Readonly<Record<ConnectorAccount['platform'], CarrierApi>> = { jasper, ntt }
