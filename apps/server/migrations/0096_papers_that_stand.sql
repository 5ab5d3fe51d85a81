-- How many papers of a kind a company has, counted without looking at their rows: a page says so each time it is opened.
create index document_company_valid on document (company_id, kind, subject) where state = 'valid';
