/** Entry of the session storage with the numbers that were pasted last. It ends with the session. */
export const pastedKey = 'simdeck-pasted'
