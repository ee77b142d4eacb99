import { CallError } from '@simdeck/contract/client.ts'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import { failureText } from '../../session/api/failure.ts'
import { queryOf } from '../../session/api/query.ts'
import { ErrorState } from '../../ui/feedback/ErrorState.tsx'
import { NotFoundHere } from '../../ui/feedback/NotFoundHere.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { useText } from '../../ui/words/text.ts'
import type { Search } from '../../session/address/list-search.ts'
import { SettingsFrame } from '../SettingsFrame.tsx'
import { draftOf, newTemplate } from './template-draft.ts'
import { TemplateForm } from './TemplateForm.tsx'
import { templateText } from './template-text.ts'

const idIn = (text: string | undefined): number => (text !== undefined && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : 0)

/** Screen of one template, of a new one, or of a copy of the one that the address names. */
export function TemplatePage() {
  const { id: given = '' } = useParams({ strict: false })
  const search: Search = useSearch({ strict: false })
  const t = useText(templateText)
  const isNew = given === 'new'
  const source = idIn(isNew ? search['copyOf'] : given)
  const { data, error, refetch } = useQuery({
    ...queryOf(endpoints.getIdentityTemplate, { params: { id: source } }),
    enabled: source > 0,
  })
  if ((!isNew && source === 0) || (error instanceof CallError && error.status === 404))
    return (
      <NotFoundHere title={t.unknown} message={t.unknownWords} back={{ words: t.title, link: { to: '/settings/identity-template' } }} />
    )
  const isReady = source === 0 || data !== undefined
  return (
    <SettingsFrame open="/settings/identity-template">
      {isReady ? (
        <TemplateForm
          key={isNew ? `copy ${source}` : data?.updatedAt}
          id={isNew ? null : source}
          saved={data ? { ...draftOf(data), ...(isNew && { name: t.copyName(data.name) }) } : newTemplate}
        />
      ) : error ? (
        <ErrorState message={failureText(error)} onRetry={() => void refetch()} />
      ) : (
        <Skeleton width={420} />
      )}
    </SettingsFrame>
  )
}
