import { endpoints } from '@simdeck/contract/endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../session/api/api.ts'

export const mailSettingsKey = ['mail-settings'] as const
export const destinationsKey = ['mail-destinations'] as const
export const templatesKey = ['mail-templates'] as const

/** The mail server, without its password. */
export const useMailSettings = () =>
  useQuery({ queryKey: mailSettingsKey, queryFn: ({ signal }) => call(endpoints.getMailSettings, { signal }) })

/** Where system mail goes. */
export const useDestinations = () =>
  useQuery({ queryKey: destinationsKey, queryFn: ({ signal }) => call(endpoints.getMailDestinations, { signal }) })

/** The words of all mails. */
export const useTemplates = () =>
  useQuery({ queryKey: templatesKey, queryFn: ({ signal }) => call(endpoints.getMailTemplates, { signal }) })
