import { NotFoundHere } from '../ui/feedback/NotFoundHere.tsx'
import { useText } from '../ui/words/text.ts'
import { packageText } from './package-text.ts'

/** An address of a package, or of a type of packages, that does not exist. */
export function UnknownPackage() {
  const t = useText(packageText)
  return <NotFoundHere title={t.notFound} words={t.notFoundWords} back={{ words: t.title, link: { to: '/otas' } }} />
}
