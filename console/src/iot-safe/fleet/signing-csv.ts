import { endpoints } from '@simdeck/contract/endpoints.ts'
import type { Signing } from '@simdeck/contract/signing-history.ts'
import { type CsvColumns, downloadLog } from '../../logs/screen/csv.ts'

const columns: CsvColumns<Signing> = {
  id: ({ id }) => id,
  status: ({ status }) => status,
  csrSubject: ({ csrSubject }) => csrSubject,
  serial: ({ serial }) => serial,
  signedBy: ({ signedBy }) => signedBy,
  deviceType: ({ deviceType }) => deviceType,
  origin: ({ origin }) => origin,
  slotId: ({ slotId }) => slotId,
  simId: ({ simId }) => simId,
  iccid: ({ iccid }) => iccid,
  certId: ({ certId }) => certId,
  valid_from: (row) => row.valid_from,
  valid_to: (row) => row.valid_to,
  revokedAt: ({ revokedAt }) => revokedAt,
  createdAt: ({ createdAt }) => createdAt,
}

/** Downloads the newest 1,000 signings that match. */
export const saveSignings = (query: object): Promise<void> => downloadLog('signing_history', endpoints.listSignings, query, columns)
