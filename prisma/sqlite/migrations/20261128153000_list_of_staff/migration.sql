-- Doctors and assistants, among all accounts
CREATE INDEX "Account_staff_idx" ON "Account"("id") WHERE "role" <> 'Par';
