import { pinyin } from 'pinyin-pro'
import { createReader } from '#domain/pinyin/reader.ts'

/** How names are read in this shop: the trade's own table, and a general converter for all other characters. */
export const readCharacters = createReader((character) => pinyin(character, { toneType: 'none', v: true }))
