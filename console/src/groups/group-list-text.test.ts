import { expect, test } from 'vitest'
import { assignText, groupDeleteText } from './group-list-text.ts'

test('English texts count one SIM and several', () => {
  const { found, moved, already, unknown, assignAct, removeAct } = assignText
  const texts = [found, moved, already, unknown, assignAct, removeAct, groupDeleteText.words]
  expect(texts.map(({ en }) => en('1'))).toEqual([
    '1 SIM was found.',
    '1 of them moves here from another group.',
    '1 of them is in this group already.',
    '1 of the numbers belongs to no SIM',
    'Assign 1 SIM',
    'Remove 1 SIM',
    'The SIM in it is not deleted. It will be in no group.',
  ])
  expect(texts.map(({ en }) => en('1,200'))).toEqual([
    '1,200 SIMs were found.',
    '1,200 of them move here from another group.',
    '1,200 of them are in this group already.',
    '1,200 of the numbers belong to no SIM',
    'Assign 1,200 SIMs',
    'Remove 1,200 SIMs',
    'The 1,200 SIMs in it are not deleted. They will be in no group.',
  ])
})
