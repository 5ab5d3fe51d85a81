/** Goods as the house keeps them. */
export { differences, formOf, wordsOf } from './form.ts'
export { ANOTHER, holdAfter, type KnownBefore, knownBefore } from './said.ts'
export { changeGoods, NEW } from './service.ts'
export { keepOff, lockRecords, moveOn, type RecordRow, readRecord, recordsById, removeGoods, takeOffShelf, writeImages } from './store.ts'
