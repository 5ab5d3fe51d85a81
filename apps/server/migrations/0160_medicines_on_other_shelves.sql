-- What was approved as a medicine is one on whatever shelf a file laid it (保健, 消毒, 敷料, 器械): such goods were sold as food, common goods or
-- devices, to who is not licensed for medicines. Reagents, which have numbers of medicines too, stay. Whether one needs a prescription was not
-- kept of what was no medicine: until a file says it, it does.
update goods set kind = 'drug', drug_class = 'rx',
       scope_code = case when special_substances && array['anabolic', 'peptide_hormone'] or name like '%胰岛素%' then 'peptide'
                         when approval_no ~ '^国药准字[(]?S' then 'bio' when approval_no ~ '^国药准字[(]?[ZB]' then 'tcm' else 'chem' end
 where approval_no ~ '^国药准字[(]?[HZSB][ZHSCFJ]?[0-9]'
   and (kind = 'health' and category_said like '%保健%'
     or kind = 'other' and scope_code = 'general' and category_said ~ '消毒|卫消|消证字'
     or kind = 'device' and category_said ~ '检验试剂|敷料|器械|耗材'
        and not (approval_no ~ '^国药准字[(]?S' and name || category_said ~ '试剂|试纸|诊断|检测|质控'))
   and (select count(*) from business_scope where code in ('chem', 'tcm', 'bio', 'peptide')) = 4;
