import { ApiError } from '@simdeck/contract/errors.ts'
import { sortOf } from '@simdeck/contract/list.ts'
import type { Db } from '../platform/db/database.ts'
import { publishAtCommit } from '../platform/events/publish-at-commit.ts'
import type { Handlers } from '../platform/http/handler.ts'
import { pageOf, windowOf } from '../platform/http/paging.ts'
import { fileById, fileDetails, fileShape } from './file-shape.ts'
import { countFiles, type FileFilter, type FileOrder, selectFilePage } from './list-queries.ts'
import { changeFile, lockFile } from './queries.ts'
import { isCurrent } from './written.ts'

type ListQuery = FileFilter & Parameters<typeof windowOf>[0] & { sort?: string | undefined }

/** Calls on files of SIMs that start no campaign. */
export function fileRoutes({ db }: { db: Db }): Handlers<'listFiles' | 'listSimFiles' | 'getFile' | 'markFile'> {
  async function list(query: ListQuery, simId: number | null) {
    const sort = sortOf(query.sort)
    const order = sort && ({ field: sort.field, isDescending: sort.order === 'DESC' } as FileOrder)
    const [total, rows] = await Promise.all([
      countFiles(db, query, simId),
      selectFilePage(db, { filter: query, simId, order: order ?? null, ...windowOf(query) }),
    ])
    return pageOf(rows.map(fileShape), query, total)
  }
  return {
    listFiles: ({ query }) => list(query, null),
    listSimFiles: ({ params, query }) => list(query, params.simId),
    getFile: ({ params }) => fileDetails(db, params.fileId),

    async markFile({ params: { fileId }, body: { managementStatus }, audit }) {
      await db.transaction().execute(async (trx) => {
        const row = await lockFile(trx, fileId)
        if (!row) throw new ApiError('fileNotFound')
        const winsDelete = row.management_status === 'NeedDelete' && managementStatus === 'NeedUpdate'
        const isOnCard = row.status === 'Active' || row.status === 'Failed'
        // Only the card proves that it has the wanted content, so a file without that proof still needs its update.
        const isUnproven = row.management_status === 'NeedUpdate' && managementStatus === null && !isCurrent(row)
        if (row.is_open || !isOnCard || winsDelete || isUnproven) throw new ApiError('fileState')
        const mark = managementStatus ?? (isCurrent(row) ? null : 'NeedUpdate')
        await changeFile(trx, fileId, { management_status: mark })
        const changes = [{ field: 'managementStatus', before: row.management_status, after: mark }]
        await audit(trx, undefined, { subjects: [`file:${fileId}`], name: row.label, changes })
        await publishAtCommit(trx, { files: [fileId] })
      })
      return fileById(db, fileId)
    },
  }
}
