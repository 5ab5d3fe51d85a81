-- A price of one company's own that waits for a second person is shown to whoever sees that company.
update approval_request set company_id = (body ->> 'company_id')::bigint where kind = 'price.company' and company_id is null;
