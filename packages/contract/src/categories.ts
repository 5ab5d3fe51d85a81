import { type Static, Type } from 'typebox'
import { call } from './call.ts'
import { CATEGORY_TREES } from './constants.ts'
import { Id, NullableInteger, Reason, Version, words } from './shapes.ts'

/** The trees of categories as the wholesaler's clerks keep them. */

export type CategoryTree = keyof typeof CATEGORY_TREES
const Tree = Type.Unsafe<CategoryTree>({ type: 'string', enum: Object.keys(CATEGORY_TREES) })
/** 西药 / 抗感染 / 青霉素类: no menu shows more. */
export const CATEGORY_LEVELS = 3

const Category = Type.Object({
  id: Id,
  parent_id: NullableInteger,
  tree: Tree,
  name: Type.String(),
  hint: Type.String({ description: 'a few words below its name in the menu' }),
  goods: Type.Integer({ description: 'that hang on itself, sold or not' }),
  version: Type.Integer(),
})
export type CategoryWire = Static<typeof Category>
const Categories = Type.Object({ list: Type.Array(Category, { description: 'each level in its order' }) })

export const staffCategories = call('GET', '/api/staff/category', {
  permission: 'goods.view',
  summary: '商品分类',
  data: Categories,
})
export const staffCategoryAdd = call('POST', '/api/staff/category', {
  permission: 'categories.change',
  summary: '新建分类',
  body: Type.Object({
    parent_id: Type.Optional({ ...Id, description: 'absent: at the top, and then the tree is named' }),
    tree: Type.Optional(Tree),
    name: words(20),
    hint: Type.Optional(words(60)),
  }),
  data: Type.Object({ id: Id, list: Type.Array(Category) }),
})
export const staffCategorySave = call('POST', '/api/staff/category/:id', {
  permission: 'categories.change',
  summary: '分类改名',
  refuses: ['CHANGED_MEANWHILE'],
  body: Type.Object({ name: words(20), hint: words(60), version: Version }),
  data: Categories,
})
export const staffCategoryMove = call('POST', '/api/staff/category/:id/move', {
  permission: 'categories.change',
  summary: '移动分类',
  body: Type.Object({
    parent_id: Type.Optional({ ...Id, description: 'absent: to the top' }),
    before: Type.Optional({ ...Id, description: 'the sister that it comes before; absent: to the end' }),
  }),
  data: Categories,
})
export const staffCategoryRemove = call('POST', '/api/staff/category/:id/remove', {
  permission: 'categories.change',
  summary: '删除分类，其商品移到别处',
  body: Type.Object({
    to: Type.Optional({ ...Id, description: 'where its goods go; needed while it has some' }),
    reason: Reason,
  }),
  data: Type.Object({ moved: Type.Integer({ description: 'goods' }), list: Type.Array(Category) }),
})
