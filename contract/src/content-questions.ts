/** The largest number of cards that the server reads by itself in an hour, after a POLL has reported changed content. 0: none. */
export const defaultQuestionsPerHour = 600
export const maxQuestionsPerHour = 100_000
