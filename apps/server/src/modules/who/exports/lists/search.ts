import { staffSearchAsked, staffSearchPins, staffSearchWords } from '#contract/searchlab.ts'
import { listExporter } from '../../../../platform/list-exporter.ts'

const KINDS = { alias: '同义词', trade: '商品名', english: '英文名', class: '类别', indication: '病症用途' } as const

/** What buyers search, and the words that the search knows. */
export const SEARCH_LISTS = {
  searches: listExporter(staffSearchAsked, '搜索记录', [
    ['搜索词', 'words', 28],
    ['次数', 'times', 8],
    ['企业', 'companies', 8],
    ['最近找到', 'hits', 10],
    ['没找到', 'none', 8],
    ['按近似词', 'corrected', 10],
    ['打开商品', 'opened', 10],
    ['加购', 'cart', 8],
    ['下单', 'ordered', 8],
    ['最近一次', { time: 'last_at' }],
  ]),
  search_words: listExporter(staffSearchWords, '搜索词表', [
    ['种类', ({ kind }) => KINDS[kind], 10],
    ['客户输入的词', ({ words }) => words.join('、'), 36],
    ['要找的名称', ({ targets }) => targets.join('、'), 60],
    ['上级类', 'parent', 14],
    ['备注', 'note', 30],
    ['本店写的', { flag: 'own' }, 10],
    ['启用', { flag: 'active' }],
  ]),
  search_pins: listExporter(staffSearchPins, '置顶与后置', [
    ['搜索词', 'words', 20],
    ['位置', ({ place }) => (place === 'first' ? '置顶' : '后置'), 8],
    ['商品', 'name', 28],
    ['规格', 'spec', 18],
    ['厂家', 'maker', 28],
    ['在售', { flag: 'on_shelf' }],
    ['设置人', 'made_by', 12],
    ['设置于', { time: 'made_at' }],
  ]),
}
