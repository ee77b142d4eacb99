import { NotFoundHere } from '../ui/feedback/NotFoundHere.tsx'
import { useText } from '../ui/words/text.ts'
import { packageText } from './package-text.ts'

/** Screen for the address of an unknown package or package type. */
export function UnknownPackage() {
  const t = useText(packageText)
  return <NotFoundHere title={t.notFound} message={t.notFoundWords} back={{ words: t.title, link: { to: '/otas' } }} />
}
