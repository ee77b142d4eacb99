import { LinkButton } from '../form/Button.tsx'
import { EmptyState } from './EmptyState.tsx'
import { Page } from '../frame/Page.tsx'
import type { Crumb } from '../frame/Page.tsx'

/** The screen exists, but not the thing that its address names; `back` leads to the list it would stand in. */
export function NotFoundHere({ title, words, back }: { title: string; words: string; back: Crumb }) {
  return (
    <Page title={title} crumbs={[back]}>
      <EmptyState title={title} actions={<LinkButton {...back.link}>{back.words}</LinkButton>}>
        {words}
      </EmptyState>
    </Page>
  )
}
