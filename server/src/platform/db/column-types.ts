import type { ColumnType } from 'kysely'

export type { ColumnType, Generated, GeneratedAlways } from 'kysely'

export type Time = ColumnType<Date, Date | string, Date | string>
export type TimeOrNull = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
export type Defaulted<T> = ColumnType<T, T | undefined, T>
export type TextOrNull = ColumnType<string | null, string | null | undefined, string | null>
export type NumberOrNull = ColumnType<number | null, number | null | undefined, number | null>
export type BytesOrNull = ColumnType<Buffer | null, Buffer | null | undefined, Buffer | null>
export type DefaultedTime = ColumnType<Date, Date | undefined, Date>
/** Written as JSON text, read as a value. */
export type Json<T> = ColumnType<T, string, string>
export type JsonOrNull<T> = ColumnType<T | null, string | null | undefined, string | null>
