/** Manufacturers, all invented. The key is what the goods' lines say. */
export interface DemoMaker {
  key: string
  name: string
  shortName: string
  /** The glyph that the brand block draws; '' for those that are not shown as a brand. */
  logo: string
  intro: string
}

const TEXT = `
沐川|沐川康源制药有限公司|沐川康源|leaf|慢病用药与儿科用药并重的制剂企业，固体制剂年产能四十亿片。
岚山|岚山百合药业有限公司|岚山百合|star|专注妇儿与外用制剂，凝胶与乳膏生产线通过 GMP 符合性检查。
青屿|青屿制药股份有限公司|青屿制药|hill|抗感染与解热镇痛制剂的主要供应方，品规覆盖门店常备目录。
朔原|朔原生物制药有限公司|朔原生物|bars|生物制品与专科新药企业，全程冷链配送，批批附检验报告。
南漪|南漪药业有限公司|南漪药业|pie|基本药物生产企业，片剂、胶囊剂、口服溶液剂齐备。
霁云|霁云制药有限公司|霁云制药|cloud|呼吸、心血管与皮肤科制剂，缓控释技术平台。
望槐|望槐堂药业有限公司|望槐堂|temple|以经典名方为本的中成药企业，丸、散、膏、丹俱全。
砚池|砚池药业有限公司|砚池药业|jar|中成药片剂、颗粒剂与外用酊剂，自有药材基地。
启岫|启岫医疗器械有限公司|启岫器械|triangle|家用检测器械与医用耗材，血压计、额温计、口罩、敷料。
映溪|映溪中药饮片有限公司|映溪饮片|waves|道地药材产地加工，按批留样，随货附检验报告。
澜庭|澜庭消毒用品有限公司|澜庭消毒|drop|皮肤消毒、环境消毒与护理用品。
松陵|松陵本草饮片有限公司|松陵本草|tree|花叶果实类饮片与养生代用茶原料，精选分级。
檐雨|檐雨儿童药业有限公司|檐雨儿药|umbrella|专做儿童剂型：颗粒、混悬液、滴剂，口味与剂量为孩子设计。
穗禾|穗禾谷营养食品有限公司|穗禾谷|grain|维生素、矿物质与蛋白类营养补充。
砺洲|砺洲医疗科技有限公司|砺洲医疗|hex|康复理疗与一次性医用耗材。
槿篱|槿篱母婴用品有限公司|槿篱母婴|flower|孕检、计生与婴童护理用品。
蘅皋|蘅皋制药有限公司||||
澹川|澹川药业有限公司||||
栖梧|栖梧岭制药有限公司||||
苇岸|苇岸制药有限公司||||
葭湾|葭湾制药有限公司||||
汀芷|汀芷生物制品有限公司||||
珩屿|珩屿眼耳鼻喉药业有限公司||||
蔺坪|蔺坪中药饮片有限公司||||
霜序|霜序健康食品有限公司||||
`

export const MAKERS: readonly DemoMaker[] = TEXT.trim()
  .split('\n')
  .map((line) => {
    const [key = '', name = '', shortName = '', logo = '', intro = ''] = line.split('|')
    return { key, name, shortName, logo, intro }
  })
