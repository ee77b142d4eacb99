import { endpoints } from '@simdeck/contract/endpoints.ts'
import type { SimView } from '@simdeck/contract/sim-views.ts'
import { IconCheck, IconPencil, IconTrash } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { call } from '../../session/api/api.ts'
import { failureText, toastFailure } from '../../session/api/failure.ts'
import { refresh } from '../../session/api/query.ts'
import { Tag } from '../../ui/value/Bits.tsx'
import { Button, IconButton } from '../../ui/form/Button.tsx'
import { ErrorNote } from '../../ui/feedback/ErrorState.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { useText } from '../../ui/words/text.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import type { ViewQuestion, Views } from './sim-views.ts'
import { viewsText } from './views-text.ts'
import css from './views.module.css'

interface ViewsPanelProps {
  views: Views
  onAsk: (question: ViewQuestion) => void
  onClose: () => void
}

/** Menu of the user's own views and the shared ones, with actions on the open view. */
export function ViewsPanel({ views, onAsk, onClose }: ViewsPanelProps) {
  const t = useText(viewsText)
  const { list, error, current, changed, content, show } = views
  const panel = useRef<HTMLDivElement>(null)
  const known = list !== undefined
  useEffect(() => panel.current?.querySelector<HTMLElement>('button')?.focus(), [known])
  const overwrite = useMutation({
    mutationFn: ({ id, name, shared }: SimView) => call(endpoints.updateSimView, { params: { id }, body: { name, shared, ...content } }),
    onSuccess: ({ name }) => {
      toast.success(t.saved(name))
      onClose()
    },
    onError: (failure) => toastFailure(t.notSaved, failure),
    onSettled: () => refresh(endpoints.listSimViews),
  })
  const openView = (view: SimView | null): void => {
    onClose()
    show(view)
  }
  const own = list?.filter((view) => view.own) ?? []
  const others = list?.filter((view) => !view.own) ?? []
  return (
    <div ref={panel}>
      {error && <ErrorNote message={`${t.notLoaded}: ${failureText(error)}`} />}
      {!known && !error && <Skeleton width={200} />}
      {known && list.length === 0 && <p className={css.none}>{t.none}</p>}
      {own.length > 0 && (
        <section>
          <h2 className={css.heading}>{t.own}</h2>
          {own.map((view) => (
            <div key={view.id} className={css.row}>
              <Choice view={view} current={view === current} onShow={() => openView(view)} />
              <IconButton variant="ghost" size="sm" label={t.edit(view.name)} onClick={() => onAsk({ act: 'edit', view })}>
                <IconPencil size={14} />
              </IconButton>
              <IconButton variant="ghost" size="sm" label={t.remove(view.name)} onClick={() => onAsk({ act: 'remove', view })}>
                <IconTrash size={14} />
              </IconButton>
            </div>
          ))}
        </section>
      )}
      {others.length > 0 && (
        <section>
          <h2 className={css.heading}>{t.others}</h2>
          {others.map((view) => (
            <div key={view.id} className={css.row}>
              <Choice view={view} current={view === current} onShow={() => openView(view)} />
            </div>
          ))}
        </section>
      )}
      <div className={css.foot}>
        <Button variant="ghost" size="sm" onClick={() => openView(null)}>
          {t.all}
        </Button>
        <span className={css.saves}>
          {current?.own && changed && (
            <Button size="sm" busy={overwrite.isPending} onClick={() => overwrite.mutate(current)}>
              {t.overwrite}
            </Button>
          )}
          <Button size="sm" onClick={() => onAsk({ act: 'save' })}>
            {t.saveAs}
          </Button>
        </span>
      </div>
    </div>
  )
}

function Choice({ view, current, onShow }: { view: SimView; current: boolean; onShow: () => void }) {
  const t = useText(viewsText)
  return (
    <button type="button" className={css.choice} aria-current={current || undefined} title={view.name} onClick={onShow}>
      <span className={css.mark}>{current && <IconCheck size={16} />}</span>
      <span className={css.choiceName}>{view.name}</span>
      {view.own ? view.shared && <Tag>{t.shared}</Tag> : <span className={css.by}>{t.by(view.ownerName)}</span>}
    </button>
  )
}
