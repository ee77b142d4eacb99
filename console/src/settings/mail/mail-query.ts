import { endpoints } from '@simdeck/contract/endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../../session/api/query.ts'

/** The mail server, without its password. */
export const useMailSettings = () => useQuery(queryOf(endpoints.getMailSettings, {}))

/** Where system mail goes. */
export const useDestinations = () => useQuery(queryOf(endpoints.getMailDestinations, {}))

/** The words of all mails. */
export const useTemplates = () => useQuery(queryOf(endpoints.getMailTemplates, {}))
