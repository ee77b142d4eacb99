/** Whose secret is tried, and from where. */
export type Way = { address: string; ip: string }
/** The client id of a program, which is no secret: whoever knows it can try secrets. */
export type ClientWay = { clientId: string; ip: string }
