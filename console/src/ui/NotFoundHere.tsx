import { LinkButton } from './Button.tsx'
import { EmptyState } from './EmptyState.tsx'
import { Page } from './Page.tsx'
import type { Crumb } from './Page.tsx'

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
