/** Places, companies and the families they are named after. */
export const PLACES = `
亳 bo ~hao
埠 bu ~fu
厦 xia ~sha | sha: 大厦
都 du ~dou
六 liu ~lu | lu: 六安 六合
乐 le ~yue | yue: 乐清 音乐 | lao: 乐亭 乐陵
犍 qian ~jian
什 shi ~shen | shen: 什么
涪 fu ~pei
郫 pi ~bei
漯 luo ~ta
泌 mi ~bi | bi: 泌阳
浚 jun ~xun | xun: 浚县
荥 xing ~ying
渑 mian ~sheng
歙 she ~xi
黟 yi ~duo
枞 zong ~cong
莘 shen ~xin | xin: 莘庄
沂 yi ~qi
珲 hun ~hui
涿 zhuo ~tu
洞 dong ~tong | tong: 洪洞
嵊 sheng ~cheng
瓯 ou ~qu
邗 han ~gan
盱 xu ~yu
眙 yi ~tai
句 ju ~gou | ju: 句容
睢 sui ~ju
浒 hu ~xu | xu: 浒墅关
莆 pu ~fu
莞 guan ~wan
圳 zhen ~chuan
埔 pu ~bu | bu: 大埔
陂 pi ~bei,po
郴 chen ~bin
汨 mi ~gu
枝 zhi ~qi
朝 chao ~zhao
尉 wei ~yu | yu: 尉犁
会 hui ~kuai
牟 mu ~mou
堡 bao ~bu,pu
厂 chang ~an
区 qu ~ou
省 sheng ~xing
宛 wan ~yuan
禅 chan ~shan
兹 zi ~ci
娜 na ~nuo
殷 yin ~yan
系 xi ~ji
屯 tun ~zhun
模 mo ~mu
摩 mo ~ma
陆 lu ~liu
仇 qiu ~chou
曾 zeng ~ceng
查 cha ~zha
盖 gai ~ge
覃 qin ~tan
冼 xian ~xi
翟 zhai ~di
缪 miao ~mou
褚 chu ~zhu
俞 yu ~shu
洗 xi ~xian
乾 qian ~gan
劲 jin ~jing
景 jing ~ying
颈 jing ~geng
屏 ping ~bing
强 qiang ~jiang
奇 qi ~ji
齐 qi ~ji
谷 gu ~yu
伯 bo ~bai
杉 shan ~sha
度 du ~duo
色 se ~shai
红 hong ~gong
南 nan ~na
内 nei ~na
万 wan ~mo
适 shi ~kuo
得 de ~dei
的 de ~di | di: 可的 的确
提 ti ~di
种 zhong ~chong
落 luo ~la
其 qi ~ji
刹 sha ~cha
广 guang ~an
侧 ce ~zhai
择 ze ~zhai
见 jian ~xian
溃 kui ~hui
衰 shuai ~cui
椎 zhui ~chui
数 shu ~shuo
鞘 qiao ~shao
属 shu ~zhu
虹 hong ~jiang
脚 jiao ~jue
了 liao ~le
摄 she ~nie
识 shi ~zhi
轧 ya ~zha
栅 zha ~shan
涡 wo ~guo
浸 jin ~qin
券 quan ~juan
粥 zhou ~yu
`
