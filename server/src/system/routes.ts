import { basePaths } from '@simdeck/contract/endpoints.ts'
import { ApiError } from '@simdeck/contract/errors.ts'
import { productVersion } from '@simdeck/contract/init.ts'
import { openApi } from '@simdeck/contract/openapi.ts'
import { anonymousSettingKeys, settingKeys } from '@simdeck/contract/settings.ts'
import type { Config } from '../config.ts'
import type { Db } from '../platform/db/database.ts'
import { type JobReports, lastRuns } from '../platform/jobs/job-reports.ts'
import { queueStates } from '../platform/jobs/queues.ts'
import type { Handlers } from '../platform/http/handler.ts'
import { settingsOf } from '../settings/settings.ts'
import { allRoles, isDatabaseReady } from './queries.ts'

type SystemCalls = 'init' | 'healthz' | 'readyz' | 'openApiDocument' | 'listJobRuns'
type Dependencies = { db: Db; config: Config; signUpOpen: () => boolean; jobReports: JobReports }

export function systemRoutes({ db, config, signUpOpen, jobReports }: Dependencies): Handlers<SystemCalls> {
  // Built at the first request, because it would take a sixth of the start time.
  let document: string | null = null
  return {
    async init({ caller }) {
      return {
        configs: await settingsOf(db, caller ? settingKeys : anonymousSettingKeys, caller?.memberId ?? null),
        roles: await allRoles(db),
        env: {
          version: productVersion,
          showVersion: config.NODE_ENV !== 'production',
          features: config.FEATURES,
          docsUrl: config.DOCS_URL ?? null,
          publicUrl: (caller && config.PUBLIC_URL) ?? null,
          signUp: signUpOpen(),
          importMaxMb: caller ? config.IMPORT_MAX_MB : null,
          defaultLanguage: 'ja',
          baseUrls: basePaths,
        },
      }
    },
    async healthz() {
      return { status: 'ok' }
    },
    async readyz() {
      if (!(await isDatabaseReady(db))) throw new ApiError('serverBusy')
      return { status: 'ready' }
    },
    async openApiDocument() {
      document ??= JSON.stringify(openApi())
      return { stream: document }
    },
    async listJobRuns() {
      // The reports of this node are stored first, so that the answer contains its latest runs.
      await jobReports.write()
      const [runs, queues] = await Promise.all([lastRuns(db), queueStates(db)])
      return {
        queues: queues.map(({ next_at, ...state }) => ({ ...state, next_at: next_at?.toISOString() ?? null })),
        runs: runs.map(({ started_at, next_at, ...run }) => ({
          ...run,
          started_at: started_at.toISOString(),
          next_at: next_at.toISOString(),
        })),
      }
    },
  }
}
