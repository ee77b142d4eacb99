import { ApiError } from '@simdeck/contract/errors.ts'
import { usualUnitLimit } from '@simdeck/contract/identity-templates.ts'
import { encodeName, nameText, readName } from '@simdeck/protocol/x509/name.ts'
import { changesBetween } from '../../platform/audit/subjects.ts'
import { type Db, isUniqueViolation } from '../../platform/db/database.ts'
import { type Handlers, signedIn } from '../../platform/http/handler.ts'
import { pageOf, windowOf } from '../../platform/http/paging.ts'
import { selectAuthority } from '../queries.ts'
import { fillTemplate } from './fill-template.ts'
import * as queries from './queries.ts'
import { templateById, templateShape } from './template-shape.ts'

type Calls =
  | 'listIdentityTemplates'
  | 'getIdentityTemplate'
  | 'createIdentityTemplate'
  | 'updateIdentityTemplate'
  | 'deleteIdentityTemplate'
  | 'previewIdentityTemplate'

/** All of them fit into one page of the list, which is what the console shows and offers. */
const maxTemplates = 100
const throwNameTaken = (error: unknown): never => {
  throw isUniqueViolation(error) ? new ApiError('identityTemplateExists') : error
}
const subjectOf = (id: number) => [`setting:identity-template-${id}`] as const

async function checkAuthority(trx: Db, id: number | null): Promise<void> {
  if (id !== null && !(await selectAuthority(trx, id))) throw new ApiError('caNotFound')
}

export function templateRoutes({ db, changed }: { db: Db; changed: () => void }): Handlers<Calls> {
  return {
    async listIdentityTemplates({ query }) {
      const [total, rows] = await Promise.all([queries.countTemplates(db), queries.selectTemplates(db, windowOf(query))])
      return pageOf(rows.map(templateShape), query, total)
    },

    getIdentityTemplate: ({ params }) => templateById(db, params.id),

    async createIdentityTemplate(call) {
      const { body } = call
      const made = await db
        .transaction()
        .execute(async (trx) => {
          if ((await queries.countTemplatesLocked(trx)) >= maxTemplates) throw new ApiError('identityTemplateLimit')
          await checkAuthority(trx, body.authorityId)
          const id = await queries.insertTemplate(trx, body, signedIn(call).memberId)
          await call.audit(trx, undefined, { subjects: subjectOf(id), name: body.name })
          return id
        })
        .catch(throwNameTaken)
      changed()
      return templateById(db, made)
    },

    async updateIdentityTemplate({ params, body, audit }) {
      await db
        .transaction()
        .execute(async (trx) => {
          if (!(await queries.lockTemplate(trx, params.id))) throw new ApiError('templateNotFound')
          await checkAuthority(trx, body.authorityId)
          const before = await templateById(trx, params.id)
          await queries.writeTemplate(trx, params.id, body)
          await audit(trx, undefined, { subjects: subjectOf(params.id), name: before.name, changes: changesBetween(before, body) })
        })
        .catch(throwNameTaken)
      changed()
      return templateById(db, params.id)
    },

    async deleteIdentityTemplate({ params, audit }) {
      await db.transaction().execute(async (trx) => {
        if (!(await queries.lockTemplate(trx, params.id))) throw new ApiError('templateNotFound')
        const { name } = await templateById(trx, params.id)
        await queries.removeTemplate(trx, params.id)
        await audit(trx, undefined, { subjects: subjectOf(params.id), name })
      })
      changed()
    },

    async previewIdentityTemplate({ body }) {
      const values = await queries.selectTemplateValues(db, body.simId)
      if (!values) throw new ApiError('simNotFound')
      const { filled, problems } = fillTemplate(body.template, values)
      return {
        subject: problems.length > 0 ? null : nameText(readName(encodeName(filled.subject))),
        altNames: filled.altNames,
        problems,
        longUnit: Array.from(filled.subject.OU ?? '').length > usualUnitLimit,
      }
    },
  }
}
