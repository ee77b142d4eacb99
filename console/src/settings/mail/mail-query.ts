import { endpoints } from '@simdeck/contract/endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../../session/api/query.ts'

/** Settings of the mail server, without its password. */
export const useMailSettings = () => useQuery(queryOf(endpoints.getMailSettings, {}))

/** Destinations of system mail. */
export const useDestinations = () => useQuery(queryOf(endpoints.getMailDestinations, {}))

/** Templates of all mails. */
export const useTemplates = () => useQuery(queryOf(endpoints.getMailTemplates, {}))
