import type { Job } from '../platform/jobs/job.ts'
import type { Platform } from '../platform/platform.ts'
import type { TasksFeature } from '../tasks/feature.ts'
import { bulkRoutes } from './bulk/routes.ts'
import { bulkChanges } from './bulk/changes.ts'
import { bulkTaskHandler } from './bulk/bulk-task-handler.ts'
import { connectionSweep } from './connection/sweeper.ts'
import { simEditRoutes } from './edit/routes.ts'
import { exportRoutes } from './export/routes.ts'
import { FleetIndex } from './fleet-index/fleet-index.ts'
import { indexJobs } from './fleet-index/jobs.ts'
import { groupDeletion } from './groups/delete-groups.ts'
import { groupFiguresJob } from './groups/figures.ts'
import { simGroupRoutes } from './groups/routes.ts'
import { importTaskHandlers, sweepImports } from './import/import-task-handlers.ts'
import { keyImportRoutes } from './import/keys/routes.ts'
import { keyImportHandler } from './import/keys/write-keys.ts'
import { importRoutes } from './import/routes.ts'
import { simRoutes } from './routes.ts'
import { signalRoutes } from './signal/routes.ts'
import { sweepSelections } from './selections/selections.ts'
import { sweepTags } from './tags/tags.ts'
import { tagRoutes } from './tags/routes.ts'
import { everywhereRoutes } from './tags-everywhere/routes.ts'
import { isEverywhere, runEverywhere } from './tags-everywhere/run.ts'
import { TagFilters } from './tags-everywhere/tag-filters.ts'
import { simTopics } from './topics.ts'
import { viewRoutes } from './list/view-routes.ts'
import './tables.ts'

const sweepMs = 10 * 60_000

/** SIMs: list, search, import, export, and changes of one or many. */
export function simsFeature(platform: Platform, { tasks: { tasks } }: { tasks: TasksFeature }) {
  const { db, database, sealer, publish, masterKey, config } = platform
  const index = new FleetIndex({ ...platform, from: config.FLEET_INDEX_FROM })
  const tagFilters = new TagFilters()
  const changeOfSelection = bulkTaskHandler(platform, bulkChanges.simTags)
  tasks.register({
    ...importTaskHandlers(platform),
    keyImport: keyImportHandler(platform),
    simAlias: bulkTaskHandler(platform, bulkChanges.simAlias),
    simGroup: bulkTaskHandler(platform, bulkChanges.simGroup),
    simTags: {
      ...changeOfSelection,
      run: (run) => (isEverywhere(run.task.params) ? runEverywhere({ ...platform, tagFilters }, run) : changeOfSelection.run(run)),
    },
    groupDelete: groupDeletion(platform),
    simDelete: bulkTaskHandler(platform, bulkChanges.simDelete),
  })
  const connections = connectionSweep(platform)
  const imports = { database, sealer, tasks, publish, maxMegabytes: config.IMPORT_MAX_MB }
  const sweep = { everyMs: sweepMs, on: ['jobs'], onOneNode: true } as const
  const jobs: Job[] = [
    connections.job,
    ...indexJobs({ db, index }),
    groupFiguresJob({ db, index }),
    {
      ...sweep,
      name: 'selections',
      title: { ja: '古いSIMの選択の削除', en: 'Deletion of old selections' },
      run: () => sweepSelections(db),
    },
    {
      ...sweep,
      name: 'tags',
      title: { ja: '使われていないタグの削除', en: 'Deletion of unused tags' },
      run: () => sweepTags(db),
    },
    {
      ...sweep,
      name: 'imports',
      title: { ja: '開始されなかったインポートの削除', en: 'Deletion of unstarted imports' },
      run: () => sweepImports(db),
    },
  ]
  return {
    routes: {
      ...simRoutes({ db, index }),
      ...importRoutes(imports),
      ...keyImportRoutes(imports),
      ...exportRoutes({ database, masterKey }),
      ...simEditRoutes({ db, sealer, publish }),
      ...bulkRoutes({ db, tasks, publish }),
      ...tagRoutes({ db, publish }),
      ...everywhereRoutes({ db, publish, tasks, index, tagFilters }),
      ...simGroupRoutes({ db, publish, tasks, index }),
      ...viewRoutes({ db }),
      ...signalRoutes({ db }),
    },
    jobs,
    onChange: connections.onChange,
    // The index loads while the rest of the node starts.
    prepare: async () => platform.serves('console') && index.check(),
    close: () => index.close(),
    topics: simTopics,
    index,
    tagFilters,
  }
}
